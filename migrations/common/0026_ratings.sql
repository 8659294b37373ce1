-- For whom a scenario or card is meant: 'everyone', 'mature', 'explicit' or 'extreme'. Any other word counts as explicit.
alter table scenarios add column rating text not null default 'everyone';
alter table cards add column rating text not null default 'everyone';

-- scenario_count: listed scenarios that everybody sees. The others, which only those see who ask for them:
alter table tags add column explicit_count bigint not null default 0;
alter table tags add column extreme_count bigint not null default 0;

-- Lists leave ratings out. With the rating in the index, what is left out costs no look at the row.
drop index scenarios_newest;
drop index scenarios_loved;
drop index scenarios_trending;
drop index scenarios_sitemap;
drop index cards_newest;
create index scenarios_newest on scenarios (created_at desc, id desc, rating) where listed;
create index scenarios_loved on scenarios (love_count desc, id desc, rating) where listed;
create index scenarios_trending on scenarios (trend desc, id desc, rating) where listed;
create index scenarios_sitemap on scenarios (id, rating) where listed;
create index cards_newest on cards (created_at desc, id desc, rating) where listed;

-- Tags by use, as each audience counts it.
create index tags_by_explicit_use on tags ((scenario_count + explicit_count) desc, id desc);
create index tags_by_extreme_use on tags ((scenario_count + explicit_count + extreme_count) desc, id desc);
