-- The answer for one scenario names its neighbours in a series and counts them: other processes empty the kept answers of the whole series,
-- which all show their author (docs/adr/0021-news.md).
create function news_of_series() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'user:' || coalesce(new.author_id, old.author_id));
  return null;
end $$;
create trigger news_of_changed_series after insert or update or delete on scenario_series
  for each row execute function news_of_series();

create function news_of_series_member() returns trigger language plpgsql as $$
begin
  if exists (select 1 from scenario_series_members where scenario_id = old.id) then
    perform tell_news('kept', 'user:' || old.author_id);
  end if;
  return null;
end $$;
create trigger news_of_changed_series_member after update on scenarios for each row
  when ((old.display_name, old.rating, old.listed) is distinct from (new.display_name, new.rating, new.listed))
  execute function news_of_series_member();
