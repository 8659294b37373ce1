-- Drafts of scenarios: what authors work on before anybody else sees it.
create table scenario_drafts (
  id text primary key not null,
  author_id text not null references users (id),
  -- One more with every change.
  version bigint not null,
  -- 'draft' until it is published.
  state text not null,
  title text not null,
  tagline text not null,
  -- The beginning of the shown title, folded, for sorting.
  title_key text not null,
  -- Title and tagline, folded, for searching.
  search_key text not null,
  -- Null: not rated yet.
  rating text,
  -- Names of tags: [text].
  tags jsonb not null,
  -- Blob keys: {"cover": …, "banner": …}.
  images jsonb not null,
  -- How much is missing before it can be published, when it was last saved.
  missing_count bigint not null,
  -- SHA-256 of the file that it was imported from, in hexadecimal digits; null: written here.
  card_hash text,
  created_at bigint not null,
  updated_at bigint not null,
  -- When it went to the trash, or null.
  deleted_at bigint,
  -- All of it (authoring::ScenarioDraft). The last column, so that lists read past no large text.
  document jsonb not null
);
create index scenario_drafts_of_author on scenario_drafts (author_id, updated_at desc, id desc);
create index scenario_drafts_in_trash on scenario_drafts (deleted_at) where deleted_at is not null;

-- The images that were uploaded to a draft, by blob key. A draft names no others.
create table scenario_draft_images (
  draft_id text not null references scenario_drafts (id) on delete cascade,
  key text not null,
  created_at bigint not null,
  primary key (draft_id, key)
);

-- Images of drafts that are gone, until their blobs are deleted.
create table scenario_discarded_images (
  key text primary key not null
);
