-- One row per searchable thing. `doc` is its place in search order: small numbers are popular (search::rules), so that
-- reading matches in `doc` order yields the most popular first without sorting.
create table search_docs (
  kind text not null,
  doc bigint not null,
  item_id text not null,
  primary key (kind, doc),
  unique (kind, item_id)
);

-- The words that occur, for forgiving typing errors.
create table search_terms (
  kind text not null,
  term text not null,
  docs bigint not null,
  primary key (kind, term)
);

create table search_trigrams (
  kind text not null,
  trigram text not null,
  term text not null,
  primary key (kind, trigram, term)
);
