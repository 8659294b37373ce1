-- Reports: what somebody saw and found wrong, with a copy of it as it was then.

create table reports (
  id text primary key not null,
  -- What was reported: scenario, card, person, picture, reply, or what later slices add.
  kind text not null,
  -- Its id; of a picture its address.
  target_id text not null,
  -- Whose that is: a person (users.id) or a guest (guest_sessions.id); null: nobody's, or nobody's any more.
  subject_kind text check (subject_kind in ('person', 'guest')),
  subject_id text,
  -- Who reported it; `house` is the server itself.
  made_by text not null check (made_by in ('person', 'guest', 'visitor', 'house')),
  -- The person or guest; null for the others, and once they are gone.
  reporter_id text,
  -- By which reports of one account or network are counted, and by which the same report is known again.
  sender_hash text,
  same_hash text,
  reason text not null,
  note text not null,
  -- What was reported, as the reporter saw it.
  copy jsonb not null,
  created_at bigint not null
);
create unique index reports_the_same on reports (same_hash) where same_hash is not null;
create index reports_of_sender on reports (sender_hash, created_at) where sender_hash is not null;
create index reports_of_reporter on reports (reporter_id) where reporter_id is not null;
create index reports_of_subject on reports (subject_id) where subject_id is not null;
create index reports_by_time on reports (created_at);
create index reports_of_target on reports (kind, target_id);

-- The picture of what was reported, made small: what the blob store has under its address may be replaced or deleted.
create table report_pictures (
  report_id text primary key not null references reports (id) on delete cascade,
  -- A WebP in base64.
  content text not null
);

-- Whose a reported picture is.
create index scenarios_by_cover on scenarios ((pictures ->> 'cover'));
create index scenarios_by_banner on scenarios ((pictures ->> 'banner'));
create index cards_by_cover on cards ((pictures ->> 'cover'));
create index cards_by_banner on cards ((pictures ->> 'banner'));
create index users_by_avatar on users (avatar) where avatar is not null;
