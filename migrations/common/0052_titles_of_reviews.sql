-- The title as it was submitted: the queue lists titles without reading whole drafts.
alter table scenario_reviews add column title text not null default '';
update scenario_reviews set title = coalesce(document ->> 'title', '');
