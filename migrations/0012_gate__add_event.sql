-- The entrances that an event names itself. A gate without an event is in the common list.
alter table gate
  add event_id uuid references event (id),
  -- Gates of events come after the common gates.
  add constraint gate__offset check (event_id is null or gate_offset >= 1000),
  drop constraint gate_name_key;
drop index gate__name;
create unique index gate__name on gate (lower(name)) where event_id is null;
create unique index gate__event_name on gate (event_id, lower(name));
