-- What was answered to somebody may hold their words: where their record is gone, answers may be forgotten before they expire.

drop trigger idempotency_keys_refuse_delete;
create trigger idempotency_keys_refuse_delete before delete on idempotency_keys
when old.expires_at > (select expired_before from idempotency_horizon)
  and not (old.principal like 'person:%' and not exists (select 1 from users where id = substr(old.principal, 8)))
  -- A guest who has become somebody's record is nobody any more.
  and not (old.principal like 'guest:%'
    and not exists (select 1 from guest_sessions where id = substr(old.principal, 7) and claimed_by is null))
begin select raise(abort, 'idempotency_keys are not deleted before they expire'); end;

-- The words that the indexes hold, read from them: by these the vocabulary forgets words that nobody uses any more.
create virtual table scenario_vocabulary using fts5vocab (scenario_fts, row);
create virtual table card_vocabulary using fts5vocab (card_fts, row);
