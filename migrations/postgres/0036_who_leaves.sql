-- What was answered to somebody may hold their words: where their record is gone, answers may be forgotten before they expire.

create or replace function refuse_early_delete() returns trigger language plpgsql as $$
begin
  if old.expires_at > (select expired_before from idempotency_horizon)
    and not (old.principal like 'person:%' and not exists (select 1 from users where id = substr(old.principal, 8)))
    -- A guest who has become somebody's record is nobody any more.
    and not (old.principal like 'guest:%'
      and not exists (select 1 from guest_sessions where id = substr(old.principal, 7) and claimed_by is null))
  then
    raise exception '% are not deleted before they expire', tg_table_name;
  end if;
  return old;
end
$$;
