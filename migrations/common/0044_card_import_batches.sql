-- By what the card of an imported draft is known again in another file (authoring::card_keys). A key is a hash
-- that holds the author.
create table scenario_draft_cards (
  draft_id text not null references scenario_drafts (id) on delete cascade,
  card_key text not null,
  primary key (draft_id, card_key)
);
create index scenario_draft_cards_by_key on scenario_draft_cards (card_key);

-- Imports of many card files. A job works through them.
create table card_import_batches (
  id text primary key not null,
  owner_id text not null references users (id),
  -- What its owner calls it, or null.
  name text,
  -- What is done with cards that changed since they were imported: 'update', 'keepBoth' or 'skip'; null: not
  -- said yet.
  changed text,
  created_at bigint not null,
  -- When its latest file came; before, when it was created.
  filled_at bigint not null,
  -- When its last file had come, or null.
  sealed_at bigint,
  -- When the job last took a file of it: the batch that has waited longest is next.
  taken_at bigint not null
);
create index card_import_batches_of_owner on card_import_batches (owner_id, created_at desc, id desc);
create index card_import_batches_by_age on card_import_batches (created_at);
create index card_import_batches_open on card_import_batches (filled_at) where sealed_at is null;

-- The files of a batch.
create table card_import_files (
  batch_id text not null references card_import_batches (id) on delete cascade,
  -- Its place in the batch, from 0.
  position bigint not null,
  -- Its name or path where it comes from.
  name text not null,
  bytes bigint not null,
  -- SHA-256 in hexadecimal digits.
  hash text not null,
  -- The blob key of its content (card_import_blobs); null once it is not needed any more.
  blob text,
  -- 'waiting', 'importing', 'imported', 'updated', 'skipped', 'changed' or 'failed'.
  state text not null,
  -- The id of the draft that it becomes, the same for each attempt.
  draft_id text not null,
  -- The scenario that it became, or that is there already; it may be gone since. Null: none.
  scenario_id text,
  -- Why it failed, in a sentence, or null.
  problem text,
  -- How many fields were not taken as they were.
  differences bigint not null,
  attempts bigint not null,
  -- When it may be taken: one that is being imported, when the job that has it is taken for dead.
  ready_at bigint not null,
  -- Who is importing it, or null.
  lease text,
  -- What became of its fields (card_import::ImportReport), or null.
  report jsonb,
  primary key (batch_id, position)
);
create index card_import_files_due on card_import_files (batch_id, position)
  where state in ('waiting', 'importing');
create index card_import_files_of_blob on card_import_files (blob) where blob is not null;

-- The blobs of files that wait to be imported. One that no file names any more is deleted.
create table card_import_blobs (
  key text primary key not null,
  -- Not before this: the row of its file may not be there yet.
  purge_after bigint not null
);
create index card_import_blobs_by_age on card_import_blobs (purge_after);
