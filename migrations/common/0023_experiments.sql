-- Experiments: how many visitors came with which group of which.

create table experiment_groups (
  experiment_id text not null,
  group_id text not null,
  -- Each visitor once for each experiment.
  visitors bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (experiment_id, group_id)
);

-- Who was counted of late, by a name from which nobody learns whose it is.
create table experiment_visits (
  experiment_id text not null,
  visitor_hash text not null,
  at bigint not null,
  primary key (experiment_id, visitor_hash)
);
create index experiment_visits_by_time on experiment_visits (at);
