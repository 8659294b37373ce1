-- Scenarios that everybody who has their address can open, but that no list shows.
alter table scenarios add column unlisted boolean not null default false;
-- When its author withdrew it, or null: stories of it go on, and nobody starts another.
alter table scenarios add column withdrawn_at bigint;

-- What was published, frozen: stories stay on the version they began with.
create table scenario_versions (
  scenario_id text not null references scenarios (id) on delete cascade,
  -- 1, 2, 3 …
  number bigint not null,
  -- The version of the draft that was published.
  draft_version bigint not null,
  -- Who can see it: 'private', 'unlisted' or 'public'.
  access text not null,
  -- Whether others could ever see it: only then may others play it.
  was_open boolean not null,
  -- When it was public first, or null.
  first_public_at bigint,
  published_at bigint not null,
  -- Whether readers may not see how it is made.
  closed boolean not null,
  -- What models are given (publishing::ModelTexts).
  texts jsonb not null,
  -- Its lorebooks (publishing::FrozenBook): [{…}].
  books jsonb not null,
  -- The whole draft (authoring::ScenarioDraft).
  document jsonb not null,
  primary key (scenario_id, number)
);

-- Images of published scenarios whose drafts are gone: stories of them show these.
create table scenario_kept_images (
  key text primary key not null,
  author_id text not null references users (id)
);
create index scenario_kept_images_of_author on scenario_kept_images (author_id);

-- Drafts that wait for an admin, as they were submitted.
create table scenario_reviews (
  scenario_id text primary key not null references scenario_drafts (id) on delete cascade,
  draft_version bigint not null,
  access text not null,
  -- What is doubted (publishing::Finding): [{…}].
  doubts jsonb not null,
  submitted_at bigint not null,
  document jsonb not null
);
create index scenario_reviews_in_order on scenario_reviews (submitted_at, scenario_id);

-- The version of the scenario that the story began with; null: one without versions.
alter table stories add column scenario_version bigint;
