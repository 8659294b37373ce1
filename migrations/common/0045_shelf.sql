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
