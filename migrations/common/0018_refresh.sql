-- Which of a session's refresh tokens are known to have arrived: the latest whose access token came with a call.

alter table identity_sessions add column used_generation bigint not null default 0;

-- Of those that are there, nothing is known: all count as used, as they did until now.
update identity_sessions set used_generation =
  (select coalesce(max(r.generation), 0) from identity_refresh_tokens r where r.session_id = identity_sessions.id);
