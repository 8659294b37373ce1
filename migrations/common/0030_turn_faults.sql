-- What helps where a turn failed: how long to wait, from its end, and what the player can make shorter.
alter table turns add column error_retry_after bigint;
-- 'persona', 'authorsNote', 'memory', 'lore', 'instructions', 'message' or 'replyLength'
alter table turns add column error_shorten text;
