-- Stories: a tree of messages with a cast of its own, and the folders people keep them in.

-- Folders of a person's stories.
create table library_folders (
  id text primary key not null,
  owner_id text not null references users (id),
  -- The folder it is in; null: none.
  parent_id text references library_folders (id),
  name text not null,
  -- The name folded for comparison.
  name_key text not null,
  sort_index bigint not null,
  -- Counts changes: the etag.
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index library_folders_by_name on library_folders (owner_id, coalesce(parent_id, ''), name_key);
create index library_folders_of_parent on library_folders (parent_id);

create table stories (
  id text primary key not null,
  -- Whose it is: a person's (users.id) or a guest's (guest_sessions.id).
  owner_kind text not null check (owner_kind in ('person', 'guest')),
  owner_id text not null,
  -- What it was begun from; null once that is gone for good.
  scenario_id text references scenarios (id) on delete set null,
  card_id text references cards (id) on delete set null,
  title text not null,
  -- The title folded for search.
  title_key text not null,
  -- What the scenario said when the story began (stories::Setup): a running story does not change with it.
  setup jsonb not null,
  -- stories::StorySettings.
  settings jsonb not null,
  theme_id text,
  -- Forgotten a day after it was last used.
  ephemeral boolean not null,
  directory_id text references library_folders (id),
  pinned boolean not null,
  -- The message at which the reader is, and the first of that path.
  head_id text,
  root_id text,
  -- Raised by every change of anything in the story.
  version bigint not null,
  -- Messages that are not deleted, on all branches.
  message_count bigint not null,
  -- Messages the player wrote, deleted ones included.
  said_count bigint not null,
  -- The beginning of the head's text.
  preview text not null,
  created_at bigint not null,
  updated_at bigint not null,
  last_message_at bigint not null,
  last_accessed_at bigint not null,
  -- Since when it is in the trash.
  deleted_at bigint,
  -- When it goes for good; null: never by itself.
  purge_at bigint
);
create index stories_of_owner on stories (owner_id, last_message_at desc, id desc);
create index stories_in_folder on stories (directory_id) where directory_id is not null;
create index stories_of_scenario on stories (scenario_id) where scenario_id is not null;
create index stories_of_card on stories (card_id) where card_id is not null;
create index stories_to_purge on stories (purge_at) where purge_at is not null;
create unique index stories_of_guest on stories (owner_id, coalesce(scenario_id, card_id)) where owner_kind = 'guest' and deleted_at is null;

-- Who plays, as they were when the story began.
create table story_characters (
  story_id text not null references stories (id) on delete cascade,
  -- The actor it was copied from, or an id of its own.
  id text not null,
  position bigint not null,
  name text not null,
  name_key text not null,
  role text not null,
  description text not null,
  -- How they speak and act; for the model.
  persona text not null,
  -- Example dialogue of their own; for the model.
  examples text not null,
  -- Blob key of the portrait.
  avatar text,
  muted boolean not null,
  -- 0 to 1.
  talkativeness double precision not null,
  primary key (story_id, id)
);

create table messages (
  id text primary key not null,
  story_id text not null references stories (id) on delete cascade,
  -- What it follows; null at the beginning.
  parent_id text references messages (id),
  -- Messages before it on its path.
  depth bigint not null,
  -- 0, 1, 2 … among all that follow the same message, deleted ones included.
  position bigint not null,
  -- A message further up the same path: with it, any place of a path is found in few steps (docs/adr/0016).
  jump_id text not null,
  jump_depth bigint not null,
  -- Which of those that follow it is shown.
  active_child_id text,
  author text not null check (author in ('user', 'actor', 'narrator')),
  -- The character who speaks, or the persona the player was.
  author_id text,
  name text not null,
  content text not null,
  -- The text folded for search; empty while it is being written.
  content_key text not null,
  state text not null check (state in ('complete', 'writing', 'stopped', 'interrupted', 'failed')),
  -- {"ids": […]}: the characters who witnessed it; null: all of them.
  presence jsonb,
  -- Left out of prompts.
  hidden boolean not null,
  origin text not null check (origin in ('opening', 'said', 'reply', 'regenerated', 'continued', 'edited', 'imported')),
  model text,
  prompt_tokens bigint,
  reply_tokens bigint,
  -- Shekels that were paid for it.
  price bigint not null,
  turn_id text,
  -- The sender's own id for it, so that sending it twice is sending it once.
  client_id text,
  version bigint not null,
  created_at bigint not null,
  edited_at bigint,
  deleted_at bigint,
  -- The story's version of that deletion: what went together comes back together.
  deleted_in bigint
);
create unique index messages_in_place on messages (story_id, coalesce(parent_id, ''), position);
create index messages_of_parent on messages (parent_id);
create unique index messages_of_client on messages (story_id, client_id) where client_id is not null;
create index messages_of_story on messages (story_id, id desc);
create index messages_in_trash on messages (deleted_at) where deleted_at is not null;
create index messages_being_written on messages (story_id) where state = 'writing';

-- What an edit replaced. Only ever added to.
create table message_revisions (
  message_id text not null references messages (id) on delete cascade,
  version bigint not null,
  content text not null,
  created_at bigint not null,
  primary key (message_id, version)
);
