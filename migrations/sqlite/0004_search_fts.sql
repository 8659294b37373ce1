-- Words arrive already folded and split (search::tokens), joined by spaces; so the tokenizer only has to
-- cut at spaces: "ascii" takes every character beyond ASCII as part of a word.
-- Contentless: the texts live in their own tables. `facets` holds tag and author words for filtering.
create virtual table scenario_fts using fts5 (
  name, labels, body, facets,
  content = '', contentless_delete = 1, detail = 'column', prefix = '2 3 4 5 6',
  tokenize = "ascii tokenchars '_'"
);
create virtual table card_fts using fts5 (
  name, labels, body, facets,
  content = '', contentless_delete = 1, detail = 'column', prefix = '2 3 4 5 6',
  tokenize = "ascii tokenchars '_'"
);
