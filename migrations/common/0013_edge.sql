-- Addresses that are not welcome, and the row by which a server shows that it can write.

create table blocked_addresses (
  -- One address or a network, in the notation 192.0.2.0/24.
  network text primary key not null,
  reason text not null,
  created_at bigint not null,
  -- When it ends by itself; null: when somebody ends it.
  ends_at bigint
);

create table heartbeats (
  name text primary key not null,
  at bigint not null
);
