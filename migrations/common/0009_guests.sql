-- Visitors who play without an account. Only a hash of their token is kept.
create table guest_sessions (
  id text primary key not null,
  token_hash text not null unique,
  -- The network it was made from, for the budget.
  network text not null,
  created_at bigint not null,
  -- Slides while it is used.
  expires_at bigint not null,
  -- Who took it over, once.
  claimed_by text references users (id),
  claimed_at bigint
);
create index guest_sessions_by_network on guest_sessions (network, created_at);
create index guest_sessions_by_end on guest_sessions (expires_at);
create index guest_sessions_claimed on guest_sessions (claimed_by) where claimed_by is not null;

-- Which devices used a guest's token, and when last: a signal, not a credential.
create table guest_devices (
  guest_id text not null references guest_sessions (id),
  device_hash text not null,
  last_seen_at bigint not null,
  primary key (guest_id, device_hash)
);
