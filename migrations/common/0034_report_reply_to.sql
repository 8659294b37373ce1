-- Where a reporter without an account asked to be answered; null for all others, and again some time after the report.
alter table reports add column reply_to text;
create index reports_with_reply_to on reports (created_at) where reply_to is not null;
