-- Care for whoever plays, story by story.

-- Since when the story goes on gently, because its player wrote of dying or of hurting themselves; null: it goes on as it is.
alter table stories add column gentle_since bigint;
-- How often something was asked for or written in it that is never played (docs/adr/0020), and when that closed the story.
alter table stories add column strikes bigint not null default 0;
alter table stories add column closed_at bigint;
-- Said by the house, to the player and not to anybody in the story.
alter table messages add column aside boolean not null default false;
