-- What was done to accounts and by those who run the installation. Rows are only ever added.

create table audit_log (
  -- The order of events, given by the engine.
  seq bigint generated always as identity primary key,
  at bigint not null,
  -- A person's record or identity; null where nobody was signed in, or the server itself acted.
  actor text,
  action text not null,
  -- What it was done to.
  subject text not null,
  reason text,
  -- What changed, as JSON, without secrets.
  before_json text,
  after_json text,
  request_id text,
  address text
);
create index audit_log_of_subject on audit_log (subject, seq desc);
create index audit_log_of_actor on audit_log (actor, seq desc);
