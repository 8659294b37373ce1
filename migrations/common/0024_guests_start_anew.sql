-- A guest who starts anew has several stories of one scenario: those are told apart from the one that beginning twice leads back to.
alter table stories add column anew boolean not null default false;
drop index stories_of_guest;
create unique index stories_of_guest on stories (owner_id, coalesce(scenario_id, card_id)) where owner_kind = 'guest' and deleted_at is null and not anew;
