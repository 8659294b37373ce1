-- People, as far as the public sees them. Identity (passwords, sessions, roles) has tables of its own.
create table users (
  id text primary key not null,
  -- The name in links and search, unique whatever its case.
  authorname text not null,
  authorname_key text not null unique,
  username text not null,
  bio text,
  -- Blob key of the portrait, or null.
  avatar text,
  joined_at bigint not null
);

create table tags (
  id text primary key not null,
  slug text not null unique,
  display_name text not null,
  -- The name folded for lookup: lower case, without accents.
  search_key text not null,
  kind text not null,
  explicit boolean not null,
  -- Listed scenarios that carry the tag; kept in the transaction that changes them.
  scenario_count bigint not null
);
create index tags_by_use on tags (scenario_count desc, id desc);
create index tags_by_key on tags (search_key);

create table scenarios (
  id text primary key not null,
  author_id text not null references users (id),
  display_name text not null,
  tagline text not null,
  language text not null,
  -- What the story is made of (spec section 3, scenarioEngram).
  engram jsonb not null,
  interface jsonb,
  -- Blob keys: {"cover": …, "banner": …}.
  pictures jsonb not null,
  -- The picture judge's classes: [{"className": …, "probability": …}].
  avatar_metrics jsonb not null,
  -- Derived from avatar_metrics when they are written, so that lists need not judge again.
  explicit boolean not null,
  public boolean not null,
  hidden boolean not null,
  removed_at bigint,
  -- public and not hidden and not removed: what lists, search and sitemaps show.
  listed boolean not null,
  chats_created bigint not null default 0,
  favorites bigint not null default 0,
  ratings bigint not null default 0,
  messages_sent bigint not null default 0,
  shekels_spent bigint not null default 0,
  likes bigint not null default 0,
  dislikes bigint not null default 0,
  love_count bigint not null default 0,
  -- Logarithm of the decayed activity (discovery::rules): constant between events, so an index can hold it.
  trend double precision not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index scenarios_newest on scenarios (created_at desc, id desc) where listed;
create index scenarios_loved on scenarios (love_count desc, id desc) where listed;
create index scenarios_trending on scenarios (trend desc, id desc) where listed;
create index scenarios_of_author on scenarios (author_id, created_at desc, id desc);
create index scenarios_sitemap on scenarios (id) where listed;

create table scenario_actors (
  id text primary key not null,
  scenario_id text not null references scenarios (id),
  position bigint not null,
  name text not null,
  role text not null,
  description text not null,
  -- How the actor speaks and acts; for the model, never shown in lists.
  persona text not null,
  avatar text,
  unique (scenario_id, position)
);

create table scenario_tags (
  scenario_id text not null references scenarios (id),
  tag_id text not null references tags (id),
  position bigint not null,
  primary key (scenario_id, tag_id)
);
create index scenario_tags_by_tag on scenario_tags (tag_id, scenario_id);

create table loves (
  scenario_id text not null references scenarios (id),
  user_id text not null references users (id),
  loved_at bigint not null,
  primary key (scenario_id, user_id)
);
create index loves_newest on loves (scenario_id, loved_at desc, user_id desc);

create table ratings (
  scenario_id text not null references scenarios (id),
  user_id text not null references users (id),
  -- true: liked, false: disliked.
  liked boolean not null,
  rated_at bigint not null,
  primary key (scenario_id, user_id)
);
