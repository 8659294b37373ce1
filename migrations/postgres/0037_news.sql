-- Word of what changed, for the other processes of a site (docs/adr/0021-news.md). Triggers write it, in the transaction of the change: no way of
-- changing something, a command or a person at a console among them, can forget it. Rows are kept for those whose connection was lost.
create table news (
  number bigint generated always as identity primary key,
  -- The transaction that wrote it. Numbers are given before a commit, so that a lower one may be seen later than a higher one; but all transactions
  -- below pg_snapshot_xmin are over.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- 'kept': what copies are no longer good (web::Stale); 'story': an id.
  topic text not null,
  subject text not null
);
create index news_by_xid on news (xid);
create index news_by_time on news (at);

create function tell_news(topic text, subject text) returns void language plpgsql as $$
begin
  insert into news (topic, subject) values (topic, subject);
  -- The word is only that there is something to read. The same word twice in a transaction is sent once.
  perform pg_notify('dramatis_news', '');
end $$;

create function news_of_user() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'user:' || coalesce(new.id, old.id));
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.authorname, old.username, old.avatar) is distinct from (new.authorname, new.username, new.avatar)) then
    perform tell_news('kept', 'list');
  end if;
  return null;
end $$;
create trigger news_of_new_user after insert or delete on users for each row execute function news_of_user();
create trigger news_of_changed_user after update on users for each row
  when ((old.authorname, old.username, old.bio, old.avatar, old.follower_count, old.following_count)
    is distinct from (new.authorname, new.username, new.bio, new.avatar, new.follower_count, new.following_count))
  execute function news_of_user();

-- What a turn counts (chats, messages, shekels, the trend) is shown when a page is made the next time.
create function news_of_scenario() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'scenario:' || new.id);
  if (old.display_name, old.tagline, old.pictures, old.rating, old.explicit, old.listed, old.author_id)
    is distinct from (new.display_name, new.tagline, new.pictures, new.rating, new.explicit, new.listed, new.author_id) then
    perform tell_news('kept', 'list');
  end if;
  return null;
end $$;
create trigger news_of_changed_scenario after update on scenarios for each row
  when ((old.display_name, old.tagline, old.language, old.engram, old.interface, old.pictures, old.rating, old.explicit, old.listed, old.author_id,
      old.favorites, old.likes, old.dislikes, old.love_count)
    is distinct from (new.display_name, new.tagline, new.language, new.engram, new.interface, new.pictures, new.rating, new.explicit, new.listed, new.author_id,
      new.favorites, new.likes, new.dislikes, new.love_count))
  execute function news_of_scenario();

-- A catalogue that is written changes the lists once.
create function news_of_scenarios() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'list');
  return null;
end $$;
create trigger news_of_new_scenarios after insert or delete on scenarios for each statement execute function news_of_scenarios();

-- What is believed of pictures, and who is not served.
create function news_of_pictures() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'pictures');
  return null;
end $$;
create trigger news_of_scenario_pictures after update on scenarios for each row
  when ((old.explicit, old.pictures) is distinct from (new.explicit, new.pictures)) execute function news_of_pictures();
create trigger news_of_card_pictures after update on cards for each row
  when (old.explicit <> new.explicit) execute function news_of_pictures();

create function news_of_blocked() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'blocked');
  return null;
end $$;
create trigger news_of_blocked_addresses after insert or update or delete on blocked_addresses for each statement execute function news_of_blocked();

create function news_of_story() returns trigger language plpgsql as $$
begin
  perform tell_news('story', old.id);
  return null;
end $$;
create trigger news_of_deleted_story after delete on stories for each row execute function news_of_story();
create trigger news_of_changed_story after update on stories for each row
  when (old.version <> new.version or old.deleted_at is distinct from new.deleted_at) execute function news_of_story();

-- Orders and ends of turns need no row: whoever comes back reads the turn itself.
create function news_of_turn() returns trigger language plpgsql as $$
begin
  if new.stop_asked and not old.stop_asked then
    perform pg_notify('dramatis_news', 'order ' || new.id);
  end if;
  if new.state <> old.state then
    perform pg_notify('dramatis_news', 'turn ' || new.id);
  end if;
  return null;
end $$;
create trigger news_of_changed_turn after update on turns for each row
  when (new.stop_asked <> old.stop_asked or new.state <> old.state) execute function news_of_turn();
