-- What happened stays written: the ledger, the audit log and the answers to idempotent requests are only ever added to.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end
$$;

create trigger ledger_transactions_refuse_change before update or delete on ledger_transactions for each row execute function refuse_change();
create trigger ledger_transactions_refuse_truncate before truncate on ledger_transactions for each statement execute function refuse_change();
create trigger ledger_postings_refuse_change before update or delete on ledger_postings for each row execute function refuse_change();
create trigger ledger_postings_refuse_truncate before truncate on ledger_postings for each statement execute function refuse_change();
create trigger audit_log_refuse_change before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_refuse_truncate before truncate on audit_log for each statement execute function refuse_change();

create function refuse_early_delete() returns trigger language plpgsql as $$
begin
  if old.expires_at > (select expired_before from idempotency_horizon) then
    raise exception '% are not deleted before they expire', tg_table_name;
  end if;
  return old;
end
$$;

create trigger idempotency_keys_refuse_update before update on idempotency_keys for each row execute function refuse_change();
create trigger idempotency_keys_refuse_delete before delete on idempotency_keys for each row execute function refuse_early_delete();
create trigger idempotency_keys_refuse_truncate before truncate on idempotency_keys for each statement execute function refuse_change();
