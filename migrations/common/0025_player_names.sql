-- What a guest wants to be called: the name of their default persona, which goes into their account with them.
alter table guest_sessions add column player_name text;

-- Names of accounts have stood in stories whose player had chosen no persona; there, nobody but the house calls them so.
update messages set name = 'You' where author = 'user' and author_id is null and name in (select username from users);
