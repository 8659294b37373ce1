-- The older, single-character model (spec section 3, "Card"). Read-only by now.
create table cards (
  id text primary key not null,
  author_id text not null references users (id),
  display_name text not null,
  tagline text not null,
  description text not null,
  author_notes text not null,
  -- The cardModel object with its format number.
  model jsonb not null,
  interface jsonb,
  pictures jsonb not null,
  avatar_metrics jsonb not null,
  explicit boolean not null,
  public boolean not null,
  hidden boolean not null,
  removed_at bigint,
  listed boolean not null,
  chats_created bigint not null default 0,
  messages_sent bigint not null default 0,
  likes bigint not null default 0,
  dislikes bigint not null default 0,
  created_at bigint not null,
  updated_at bigint not null
);
create index cards_newest on cards (created_at desc, id desc) where listed;
create index cards_of_author on cards (author_id, created_at desc, id desc);

create table card_tags (
  card_id text not null references cards (id),
  tag_id text not null references tags (id),
  position bigint not null,
  primary key (card_id, tag_id)
);
create index card_tags_by_tag on card_tags (tag_id, card_id);

create table campaigns (
  id text primary key not null,
  blurb_header text not null,
  blurb_body text not null,
  -- Three picture addresses.
  hero_links jsonb not null
);

create table campaign_sections (
  campaign_id text not null references campaigns (id),
  position bigint not null,
  display_term text not null,
  -- A section shows the most popular scenarios of this tag, or, where it is null, the listed ones below.
  tag_id text references tags (id),
  primary key (campaign_id, position)
);

create table campaign_section_scenarios (
  campaign_id text not null,
  section_position bigint not null,
  position bigint not null,
  scenario_id text not null references scenarios (id),
  primary key (campaign_id, section_position, position),
  foreign key (campaign_id, section_position) references campaign_sections (campaign_id, position)
);
