-- Who deletes a scenario or changes a card's pictures at a console changes pages that others keep, too (docs/adr/0021-news.md).
create function news_of_deleted_scenario() returns trigger language plpgsql as $$
begin
  perform tell_news('kept', 'scenario:' || old.id);
  return null;
end $$;
create trigger news_of_deleted_scenario after delete on scenarios for each row execute function news_of_deleted_scenario();

drop trigger news_of_card_pictures on cards;
create trigger news_of_card_pictures after update on cards for each row
  when ((old.explicit, old.pictures) is distinct from (new.explicit, new.pictures)) execute function news_of_pictures();
