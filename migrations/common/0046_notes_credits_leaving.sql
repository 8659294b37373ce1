-- Whether the author says what it contains; if so, scenario_notes has the notes.
alter table scenarios add column notes_disclosed boolean not null default false;
-- Who made the cards that it was made from: [text].
alter table scenarios add column creator jsonb not null default '[]';
-- Where that card is from: [text].
alter table scenarios add column sources jsonb not null default '[]';

-- What readers may want to know before the start (scenarios::ContentNote).
create table scenario_notes (
  scenario_id text not null references scenarios (id) on delete cascade,
  note text not null,
  primary key (scenario_id, note)
);

-- Content notes of which a person wants to see nothing.
create table blocked_notes (
  user_id text not null references users (id),
  note text not null,
  primary key (user_id, note)
);

-- Whether what a person published stays when their record is deleted.
alter table users add column leaves_work boolean not null default false;

-- Whose images they are. They lie in a folder of its id.
alter table scenario_kept_images add column scenario_id text references scenarios (id) on delete set null;
create index scenario_kept_images_of_scenario on scenario_kept_images (scenario_id);
update scenario_kept_images
set scenario_id = (
  select s.id
  from scenarios s
  where s.author_id = scenario_kept_images.author_id
    and scenario_kept_images.key like 'scenarios/' || s.id || '/%'
);

-- What is published already. Of several cards, the first one's origin; 0048 adds its creator.
update scenarios
set notes_disclosed = coalesce((
    select v.document -> 'contentNotes' ->> 'kind' = 'listed'
    from scenario_versions v
    where v.scenario_id = scenarios.id
    order by v.number desc
    limit 1
  ), false),
  sources = coalesce((
    select v.document -> 'actors' -> 0 -> 'kept' -> 'source'
    from scenario_versions v
    where v.scenario_id = scenarios.id
    order by v.number desc
    limit 1
  ), '[]')
where exists (select 1 from scenario_versions v where v.scenario_id = scenarios.id);
insert into scenario_notes (scenario_id, note)
select s.id, n.note
from scenarios s
join scenario_versions v on v.scenario_id = s.id
  and v.number = (select max(l.number) from scenario_versions l where l.scenario_id = s.id)
join (
  select 'violence' as note union all select 'gore' union all select 'torture' union all select 'death'
  union all select 'suicide' union all select 'selfHarm' union all select 'war' union all select 'horror'
  union all select 'bodyHorror' union all select 'sex' union all select 'nudity' union all select 'sexualViolence'
  union all select 'dubiousConsent' union all select 'domesticAbuse' union all select 'manipulation'
  union all select 'stalking' union all select 'captivity' union all select 'infidelity' union all select 'drugs'
  union all select 'alcohol' union all select 'mentalIllness' union all select 'eatingDisorders'
  union all select 'illness' union all select 'bullying' union all select 'discrimination'
  union all select 'animalCruelty'
) n on cast(v.document -> 'contentNotes' -> 'notes' as text) like '%"' || n.note || '"%'
where s.notes_disclosed;
-- Their entries in the search index are written again, with these notes.
insert into renamed_authors (author_id, kind, after_id)
select distinct s.author_id, 'scenario', ''
from scenarios s
join scenario_notes n on n.scenario_id = s.id
where true
on conflict (author_id) do update set kind = excluded.kind, after_id = excluded.after_id;
