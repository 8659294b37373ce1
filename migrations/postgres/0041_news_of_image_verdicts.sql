-- Other processes believe for seconds what they know of an image (docs/adr/0021-news.md).
create trigger news_of_image_verdicts after update on image_verdicts for each row
  when ((old.explicit, old.decided_explicit) is distinct from (new.explicit, new.decided_explicit)) execute function news_of_pictures();
