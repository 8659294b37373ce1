-- What a story is to remember; what files said of it that means nothing here; how many crisis notices were shown.

-- Facts: told with every prompt. One that was learned from a message holds only on paths through that message.
create table story_facts (
  id text primary key not null,
  story_id text not null references stories (id) on delete cascade,
  message_id text references messages (id) on delete cascade,
  text text not null,
  -- Never dropped from a prompt.
  pinned boolean not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index story_facts_of_story on story_facts (story_id, created_at, id);
create index story_facts_of_message on story_facts (message_id) where message_id is not null;

-- Summaries of what no longer fits a prompt. Each holds only on paths through its last message; of those, the one that
-- reaches furthest. One is never written over: the next begins from it.
create table story_summaries (
  id text primary key not null,
  story_id text not null references stories (id) on delete cascade,
  text text not null,
  -- The first and the last message it tells of, and how deep they are.
  first_message_id text not null,
  last_message_id text not null references messages (id) on delete cascade,
  first_depth bigint not null,
  last_depth bigint not null,
  -- Ids of messages between them that it does not tell of, because not everybody witnessed them.
  left_out jsonb not null,
  -- Whether the player wrote or changed it.
  edited boolean not null,
  -- The summary from which it was carried on.
  based_on text,
  -- The model that wrote it; null: the player.
  model text,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index story_summaries_to_message on story_summaries (last_message_id);
create index story_summaries_of_story on story_summaries (story_id, last_depth);

-- Fields of imported files that mean nothing here, to be written back on export.
create table story_extras (
  story_id text primary key not null references stories (id) on delete cascade,
  extra jsonb not null
);
create table message_extras (
  message_id text primary key not null references messages (id) on delete cascade,
  story_id text not null references stories (id) on delete cascade,
  extra jsonb not null
);
create index message_extras_of_story on message_extras (story_id);

-- For the yearly report: how many crisis notices in a month, of which kind. No text, no person.
create table care_counts (
  -- For example 2026-03.
  month text not null,
  -- suicide, selfHarm
  kind text not null,
  notices bigint not null,
  primary key (month, kind)
);
