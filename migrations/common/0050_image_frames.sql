-- What is shown of a portrait (`crop=x,y,width,height&focus=x,y`; null: all of it), and its alternative text. Covers and
-- banners have theirs in scenarios.pictures.
alter table scenario_actors add column avatar_frame text;
alter table scenario_actors add column avatar_alt text not null default '';
alter table story_characters add column avatar_frame text;
