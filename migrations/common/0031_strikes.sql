-- When the strikes of a story were last counted: they are forgotten after a while (docs/adr/0020).
alter table stories add column struck_at bigint;
-- By what the words are known that were refused last: sent again within a short time, they are the same attempt.
alter table stories add column refused bigint;
update stories set struck_at = updated_at where strikes > 0;
