-- Whom the provider has named, where the sign-in waits for a code of their authenticator; null until it has named somebody.
alter table identity_oidc_states add column identity_id text references identities (id);
create index identity_oidc_states_of_identity on identity_oidc_states (identity_id) where identity_id is not null;
