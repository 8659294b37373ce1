-- The ledger: every shekel that moves is a transaction of postings that sum to zero. Transactions and postings are only ever
-- added (triggers in 0011 see to that); accounts hold cached balances, changed in the same transaction.

create table ledger_accounts (
  -- 'wallet:' and the owner's id, or the name of one of the house's own accounts.
  id text primary key not null,
  kind text not null check (kind in ('wallet', 'holds', 'issuance', 'sales', 'revenue')),
  -- Whose wallet it is. No reference: the books outlive the people in them.
  owner_id text,
  -- The sum of its postings.
  balance bigint not null,
  -- How many postings it has; changes with every posting, so that no two can build on the same state.
  postings bigint not null,
  -- Below zero, as only a reversal may leave a wallet.
  in_debt boolean not null,
  created_at bigint not null,
  check (balance >= 0 or in_debt or kind in ('issuance', 'sales', 'revenue')),
  check (not in_debt or (kind = 'wallet' and balance < 0))
);

create table ledger_transactions (
  -- 1, 2, 3 … without gaps.
  seq bigint primary key not null,
  id text not null unique,
  kind text not null,
  -- What in the world it stands for ('welcome:USER', 'event:PROVIDER:ID' …): that happens once.
  natural_key text not null unique,
  -- The transaction that this one takes back.
  reverses text unique references ledger_transactions (id),
  -- What the owner of a wallet reads in its history.
  title text not null,
  -- The admin who ordered it, if one did.
  actor_id text,
  created_at bigint not null,
  -- SHA-256 of the previous transaction's hash and all of this one's content.
  hash text not null
);

create table ledger_postings (
  seq bigint not null references ledger_transactions (seq),
  line bigint not null,
  account_id text not null references ledger_accounts (id),
  -- What the account gains; negative: what it loses.
  amount bigint not null check (amount between 1 and 1000000000000 or amount between -1000000000000 and -1),
  balance_after bigint not null,
  -- 1, 2, 3 … within the account, without gaps.
  account_seq bigint not null,
  primary key (seq, line),
  unique (account_id, account_seq)
);

-- The end of the chain.
create table ledger_head (
  id bigint primary key not null check (id = 1),
  seq bigint not null,
  hash text not null
);
insert into ledger_head (id, seq, hash) values (1, 0, '');

-- Amounts set aside: taken out of the wallet when placed, and either captured (all or a part) or given back.
create table ledger_holds (
  id text primary key not null,
  account_id text not null references ledger_accounts (id),
  amount bigint not null check (amount between 1 and 1000000000000),
  title text not null,
  placed_seq bigint not null unique references ledger_transactions (seq),
  expires_at bigint not null,
  -- What was captured in the end: 0 if all was given back, null while it is open.
  captured bigint check (captured between 0 and amount),
  closed_seq bigint unique references ledger_transactions (seq),
  check ((captured is null) = (closed_seq is null))
);
create index ledger_holds_open on ledger_holds (expires_at) where closed_seq is null;

-- What was answered to requests that carried an Idempotency-Key. A row is committed with the effect of its request.
create table idempotency_keys (
  principal text not null,
  method text not null,
  route text not null,
  key text not null,
  -- SHA-256 of the path and the canonical body.
  fingerprint text not null,
  status bigint not null,
  body text not null,
  expires_at bigint not null,
  primary key (principal, method, route, key)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

-- Rows that expired before this moment may be deleted, and no others (0011).
create table idempotency_horizon (
  id bigint primary key not null check (id = 1),
  expired_before bigint not null
);
insert into idempotency_horizon (id, expired_before) values (1, 0);
