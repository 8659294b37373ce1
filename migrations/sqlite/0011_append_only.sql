-- What happened stays written: the ledger, the audit log and the answers to idempotent requests are only ever added to.

create trigger ledger_transactions_refuse_update before update on ledger_transactions
begin select raise(abort, 'ledger_transactions are never changed'); end;
create trigger ledger_transactions_refuse_delete before delete on ledger_transactions
begin select raise(abort, 'ledger_transactions are never deleted'); end;

create trigger ledger_postings_refuse_update before update on ledger_postings
begin select raise(abort, 'ledger_postings are never changed'); end;
create trigger ledger_postings_refuse_delete before delete on ledger_postings
begin select raise(abort, 'ledger_postings are never deleted'); end;

create trigger audit_log_refuse_update before update on audit_log
begin select raise(abort, 'audit_log is never changed'); end;
create trigger audit_log_refuse_delete before delete on audit_log
begin select raise(abort, 'audit_log is never deleted from'); end;

create trigger idempotency_keys_refuse_update before update on idempotency_keys
begin select raise(abort, 'idempotency_keys are never changed'); end;
create trigger idempotency_keys_refuse_delete before delete on idempotency_keys
when old.expires_at > (select expired_before from idempotency_horizon)
begin select raise(abort, 'idempotency_keys are not deleted before they expire'); end;
