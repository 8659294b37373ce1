-- The private side of a person's record: what they set for themselves, and what is known of how they came.

alter table users add column show_nsfw boolean not null default false;
alter table users add column show_nsfl boolean not null default false;
-- {"id": {"name": …, "description": …}}
alter table users add column personas jsonb not null default '{}';
alter table users add column preferences jsonb not null default '{}';
alter table users add column theme_id text;
-- The campaign, experiment and group they came by.
alter table users add column campaign text;
alter table users add column experiment_id text;
alter table users add column group_id text;
-- Counts changes of the row; raising it first is also how a change takes the row for itself.
alter table users add column revision bigint not null default 0;
-- When they asked for their record to be deleted, and when it will be.
alter table users add column deletion_asked_at bigint;
alter table users add column deletion_at bigint;
create index users_to_delete on users (deletion_at) where deletion_at is not null;
-- Names as they look at a glance: whoever sees 0 may read o. Keep in step with users::rules::look_of.
create index users_by_look on users (replace(replace(replace(authorname_key, '0', 'o'), '1', 'l'), 'i', 'l'));

-- Tags of which a person wants to see nothing.
create table blocked_tags (
  user_id text not null references users (id),
  tag_id text not null references tags (id),
  position bigint not null,
  primary key (user_id, tag_id)
);

-- Whose record was deleted: they may have another, but no second welcome. The key is a hash of the address (users::rules).
create table former_records (
  address_hash text primary key not null,
  deleted_at bigint not null
);
