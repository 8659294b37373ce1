-- What players asked for and what came of it. A turn is run by one process, which says now and then that it is alive; one whose
-- process is gone is found by its lease and set right.
create table turns (
  id text primary key not null,
  story_id text not null references stories (id) on delete cascade,
  -- 'person' or 'guest'
  owner_kind text not null,
  owner_id text not null,
  kind text not null,
  -- 'running', 'complete', 'stopped', 'failed' or 'interrupted'
  state text not null,
  -- As it was asked for, with what was decided at its beginning.
  request jsonb not null,
  -- What the client calls it; the same name is the same turn.
  client_id text,
  user_message_id text,
  -- The text for the composer, where one was asked for.
  text text,
  error_code text,
  error_message text,
  -- The number of the latest event that was written down.
  last_event bigint not null,
  -- Set by whatever process is asked to stop it.
  stop_asked boolean not null,
  process text not null,
  lease_until bigint not null,
  started_at bigint not null,
  ended_at bigint
);
create unique index turns_by_client_id on turns (story_id, client_id) where client_id is not null;
create index turns_of_owner on turns (owner_kind, owner_id, started_at);
create index turns_of_story on turns (story_id, started_at);
create index turns_running on turns (lease_until) where ended_at is null;

-- The replies of a turn, in order: who speaks, what pays for it, and what the model was shown.
create table turn_replies (
  turn_id text not null references turns (id) on delete cascade,
  position bigint not null,
  -- None until its place in the story is made, and where the result is a text.
  message_id text,
  -- None for the narrator, and until the director has chosen.
  speaker_id text,
  why text not null,
  -- 'wallet', 'free', 'guest' or 'none'
  payment text not null,
  hold_id text,
  -- In shekels.
  price bigint not null,
  captured bigint,
  -- The day on which a free reply was counted.
  day bigint,
  settled boolean not null,
  -- What the model was shown, part by part.
  prompt jsonb,
  primary key (turn_id, position)
);
create index turn_replies_by_message on turn_replies (message_id) where message_id is not null;

-- What macros have stored in a story.
create table story_variables (
  story_id text primary key not null references stories (id) on delete cascade,
  variables jsonb not null
);

-- How much a player used on a day (days since 1970 in UTC; day 0: for ever). Owner '' of kind 'all' is everybody together.
create table play_use (
  owner_kind text not null,
  owner_id text not null,
  day bigint not null,
  -- Free replies of a person, turns of a guest.
  used bigint not null,
  -- What models cost, in millionths of the operator's currency.
  cost_micros bigint not null,
  primary key (owner_kind, owner_id, day)
);
create index play_use_by_day on play_use (day);
