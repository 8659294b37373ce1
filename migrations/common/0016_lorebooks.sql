-- Lorebooks: what people write down of their worlds, and where it applies.
create table lorebooks (
  id text primary key not null,
  owner_id text not null references users (id),
  name text not null,
  -- Everything but the name: description, entries, and what other programs keep in it (lorebooks::Book).
  book jsonb not null,
  entry_count bigint not null,
  -- One more with every change.
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index lorebooks_of_owner on lorebooks (owner_id, updated_at desc, id desc);

-- What a book is attached to: 'scenario', 'actor', 'persona' or 'story'. Whether that counts is decided when it is read: books of a
-- scenario and its actors are its author's, the others are the player's own.
create table lorebook_attachments (
  lorebook_id text not null references lorebooks (id),
  kind text not null,
  target_id text not null,
  position bigint not null,
  primary key (lorebook_id, kind, target_id)
);
create index lorebook_attachments_by_target on lorebook_attachments (kind, target_id);
