-- The people who keep stories of a scenario in their folders (scenarios.favorites) are counted with this index.
create index stories_kept on stories (scenario_id, owner_id) where directory_id is not null and deleted_at is null;

-- What is stored already was never counted.
update scenarios
set favorites = (
  select count(distinct s.owner_id)
  from stories s
  where s.scenario_id = scenarios.id and s.directory_id is not null and s.deleted_at is null
)
where favorites <> 0 or exists (
  select 1
  from stories s
  where s.scenario_id = scenarios.id and s.directory_id is not null and s.deleted_at is null
);
