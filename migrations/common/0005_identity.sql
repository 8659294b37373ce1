-- Credentials, sessions, which record in the product belongs to whom, and the letters that this asks for.

create table identities (
  id text primary key not null,
  email text not null,
  -- The address folded for lookup; unique whatever its case.
  email_key text not null unique,
  email_verified_at bigint,
  -- PHC string (argon2id), or null for those who only come through another provider.
  password_hash text,
  -- The authenticator's secret, sealed; since when it is asked for; and the last time step whose code was taken.
  totp_secret text,
  totp_since bigint,
  totp_step bigint,
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
  ended_at bigint,
  -- When a code of the authenticator was given in this session, if ever.
  totp_at bigint
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

-- Refresh tokens of a session, each used once; the newest has no replaced_at.
create table identity_refresh_tokens (
  -- SHA-256 of the token.
  token_hash text primary key not null,
  session_id text not null references identity_sessions (id),
  generation bigint not null,
  created_at bigint not null,
  replaced_at bigint,
  unique (session_id, generation)
);

-- Sign-ups that wait for the proof that the address is theirs. Any number may wait for one address; the first whose
-- browser or password stands behind the mailed link becomes the identity.
create table identity_sign_ups (
  id text primary key not null,
  email text not null,
  email_key text not null,
  password_hash text not null,
  -- SHA-256 of the ticket that only the browser of the sign-up has.
  ticket_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null
);
create index identity_sign_ups_of_email on identity_sign_ups (email_key, created_at desc);

-- What mailed links are good for.
create table identity_mail_tokens (
  -- SHA-256 of the token.
  token_hash text primary key not null,
  -- verifyEmail, resetPassword or changeEmail.
  purpose text not null,
  -- The address it was mailed to, whose mailbox it proves.
  email text not null,
  email_key text not null,
  -- Whose; null while there is only a sign-up.
  identity_id text references identities (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index identity_mail_tokens_of_email on identity_mail_tokens (email_key, purpose);
create index identity_mail_tokens_of_identity on identity_mail_tokens (identity_id, purpose);

-- How often something was tried lately, and when it may be tried again.
create table identity_budgets (
  bucket text primary key not null,
  used bigint not null,
  last_at bigint not null,
  free_at bigint not null
);

create table identity_recovery_codes (
  identity_id text not null references identities (id),
  -- SHA-256 of the code.
  code_hash text not null,
  used_at bigint,
  primary key (identity_id, code_hash)
);

-- Who somebody is at another provider.
create table identity_links (
  issuer text not null,
  subject text not null,
  identity_id text not null references identities (id),
  provider text not null,
  created_at bigint not null,
  primary key (issuer, subject)
);
create index identity_links_of_identity on identity_links (identity_id);

-- Sign-ins begun at another provider, bound to the browser that began them.
create table identity_oidc_states (
  -- SHA-256 of the state.
  state_hash text primary key not null,
  provider text not null,
  -- SHA-256 of the cookie.
  browser_hash text not null,
  return_to text,
  expires_at bigint not null
);

-- Letters to be sent. The letter itself is written when it is sent, so that no link that opens anything lies here.
create table mails (
  id text primary key not null,
  recipient text not null,
  kind text not null,
  -- What the letter is about: an identity, where there is one.
  subject text,
  created_at bigint not null,
  due_at bigint not null,
  leased_until bigint not null,
  attempts bigint not null
);
create index mails_due on mails (due_at);
