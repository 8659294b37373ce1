-- The version of the draft that was published last: lists say by it whether there are changes that readers do not see.
alter table scenario_drafts add column published_version bigint;
update scenario_drafts
set published_version = (
    select v.draft_version
    from scenario_versions v
    where v.scenario_id = scenario_drafts.id
    order by v.number desc
    limit 1
);
