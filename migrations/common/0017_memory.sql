-- For the yearly report: how many crisis notices in a month, of which kind. No text, no person.
create table care_counts (
  -- For example 2026-03.
  month text not null,
  -- suicide, selfHarm
  kind text not null,
  notices bigint not null,
  primary key (month, kind)
);
