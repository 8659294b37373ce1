-- What searches and filters in one's own works look at, beside each draft (authoring::search_index).
create table scenario_draft_index (
  draft_id text primary key not null references scenario_drafts (id) on delete cascade,
  -- Its tags as they are compared, each between bars: |sea|slow burn|
  tags text not null,
  -- Whether it holds all texts. What was stored before this migration holds title and tagline until a job has read the rest.
  complete boolean not null,
  -- The distinct words of all its texts, folded and sorted, each after a space.
  words text not null
);
create index scenario_draft_index_incomplete on scenario_draft_index (draft_id) where not complete;

insert into scenario_draft_index (draft_id, tags, complete, words)
select id, '|', false, ' ' || search_key from scenario_drafts;
alter table scenario_drafts drop column search_key;

-- Scenarios of one author in an order that readers see.
create table scenario_series (
  id text primary key not null,
  author_id text not null references users (id),
  -- One more with every change.
  version bigint not null,
  title text not null,
  created_at bigint not null
);
create index scenario_series_of_author on scenario_series (author_id, created_at, id);

-- A scenario is in one series at most, also while nobody but its author sees it.
create table scenario_series_members (
  scenario_id text primary key not null references scenario_drafts (id) on delete cascade,
  series_id text not null references scenario_series (id) on delete cascade,
  -- 0, 1, 2 …
  position bigint not null
);
create index scenario_series_in_order on scenario_series_members (series_id, position);
