-- Credentials, sessions, and which record in the product belongs to whom.

create table identities (
  id text primary key not null,
  email text not null,
  -- The address folded for lookup; unique whatever its case.
  email_key text not null unique,
  email_verified_at bigint,
  -- PHC string (argon2id), or null for those who only come through another provider.
  password_hash text,
  suspended_at bigint,
  suspended_reason text,
  created_at bigint not null
);

-- One signed-in browser or device. Its access tokens are good while it has not ended.
create table identity_sessions (
  id text primary key not null,
  identity_id text not null references identities (id),
  -- SHA-256 of the cookie by which pages are rendered for this person.
  cookie_hash text not null unique,
  -- What the browser called itself, and the address it came from, for the list of devices.
  label text not null,
  address text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  -- Absolute end, however often it is refreshed.
  expires_at bigint not null,
  ended_at bigint
);
create index identity_sessions_of_identity on identity_sessions (identity_id, created_at desc);

-- A person's record in the product, and the role that only the server gives.
create table accounts (
  user_id text primary key not null references users (id),
  identity_id text not null unique references identities (id),
  -- 0 admin, 1 moderator; null and 2 are plain users (spec section 4).
  role bigint,
  created_at bigint not null
);
