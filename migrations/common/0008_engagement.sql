-- Who follows whom, and what people think of cards. The counts are kept in the transaction that changes the rows.

alter table users add column follower_count bigint not null default 0;
alter table users add column following_count bigint not null default 0;

create table follows (
  follower_id text not null references users (id),
  followee_id text not null references users (id),
  followed_at bigint not null,
  primary key (follower_id, followee_id)
);
create index follows_newest on follows (follower_id, followed_at desc, followee_id desc);
create index followers_newest on follows (followee_id, followed_at desc, follower_id desc);

create table card_ratings (
  card_id text not null references cards (id),
  user_id text not null references users (id),
  -- true: liked, false: disliked.
  liked boolean not null,
  rated_at bigint not null,
  primary key (card_id, user_id)
);
create index card_ratings_of_user on card_ratings (user_id, rated_at desc, card_id desc);

-- What one person did, the latest first: their loves (also today's, for the quota) and their ratings.
create index loves_of_user on loves (user_id, loved_at desc, scenario_id desc);
create index ratings_of_user on ratings (user_id, rated_at desc, scenario_id desc);
