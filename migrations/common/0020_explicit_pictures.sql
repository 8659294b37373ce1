-- Which pictures are explicit is asked for by their blob keys, whenever one is served.
create index scenarios_explicit_cover on scenarios ((pictures ->> 'cover')) where explicit;
create index scenarios_explicit_banner on scenarios ((pictures ->> 'banner')) where explicit;
create index cards_explicit_cover on cards ((pictures ->> 'cover')) where explicit;
create index cards_explicit_banner on cards ((pictures ->> 'banner')) where explicit;
create index scenario_actors_by_avatar on scenario_actors (avatar) where avatar is not null;
