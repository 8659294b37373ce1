-- Whether the demo's story ends with this message, so that nothing follows it while the demo plays.
alter table messages add column ending boolean not null default false;
