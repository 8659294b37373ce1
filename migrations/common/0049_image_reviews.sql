-- When the verdict on an image changed and those who keep a copy of it have not followed; null: they have.
alter table image_verdicts add column unapplied_since bigint;
create index image_verdicts_unapplied on image_verdicts (unapplied_since, key) where unapplied_since is not null;
-- Verdicts that came after publishing have never reached what was published.
update image_verdicts set unapplied_since = registered_at where explicit is not null or decided_explicit is not null;
-- The pictures of what is rated for adults count as explicit, whatever the verdict on them.
update scenarios set explicit = true where rating not in ('everyone', 'mature');

create index scenario_draft_images_by_key on scenario_draft_images (key);

-- Authors who ask for a second look at an image that the model judged explicit.
create table image_second_looks (
  draft_id text not null,
  key text not null,
  -- In the author's own words; may be empty.
  note text not null,
  asked_at bigint not null,
  primary key (draft_id, key),
  foreign key (draft_id, key) references scenario_draft_images (draft_id, key) on delete cascade
);
create index image_second_looks_in_order on image_second_looks (asked_at, key);

-- False: the portraits of this person and of their personas were stored before portraits were judged.
alter table users add column portraits_registered boolean not null default true;
update users set portraits_registered = false
where avatar like 'avatars/%' or cast(personas as text) like '%/media/avatars/%';
create index users_with_unregistered_portraits on users (id) where not portraits_registered;
