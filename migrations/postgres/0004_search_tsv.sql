-- The same words with weights: A name, B labels (tags, author), C body, D facets.
alter table search_docs add column tsv tsvector not null default ''::tsvector;
create index search_docs_tsv on search_docs using gin (tsv);
