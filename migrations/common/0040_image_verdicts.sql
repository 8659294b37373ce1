-- What the judge of images says of uploaded images, by blob key.
create table image_verdicts (
  key text primary key not null,
  -- What the model found, the most probable class first: [{"className": …, "probability": …}]; null until then.
  metrics jsonb,
  -- Whether that is explicit (image_judge::is_explicit); null until it was judged.
  explicit boolean,
  judged_at bigint,
  -- How often judging it failed.
  attempts bigint not null,
  registered_at bigint not null,
  -- A moderator's decision, which counts before the model; null: none.
  decided_explicit boolean,
  decided_at bigint
);
create index image_verdicts_pending on image_verdicts (attempts, registered_at, key) where judged_at is null;

-- What is stored already is judged, too.
insert into image_verdicts (key, attempts, registered_at)
select key, 0, min(created_at) from scenario_draft_images group by key;
