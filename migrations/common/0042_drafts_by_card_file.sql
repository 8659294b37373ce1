-- Finds the drafts that an author imported from one card file.
create index scenario_drafts_by_card_file on scenario_drafts (author_id, card_hash)
  where card_hash is not null and deleted_at is null;
