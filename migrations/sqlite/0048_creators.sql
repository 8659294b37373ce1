-- Who made the card that a scenario was made from; of several cards, the first one.
update scenarios
set creator = coalesce((
    select case
        when v.document -> 'actors' -> 0 -> 'kept' ->> 'creator' <> ''
        then json_array(v.document -> 'actors' -> 0 -> 'kept' ->> 'creator')
      end
    from scenario_versions v
    where v.scenario_id = scenarios.id
    order by v.number desc
    limit 1
  ), '[]');
