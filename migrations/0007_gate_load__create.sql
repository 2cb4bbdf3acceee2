-- How many people each gate of a ticket type has been given, so that the next ticket goes to the
-- gate with the fewest, without counting all tickets.
create table gate_load (
  ticket_type_id uuid not null references ticket_type,
  gate_id uuid not null references gate,
  admits integer not null default 0,
  primary key (ticket_type_id, gate_id)
) with (fillfactor = 50);
create index gate_load__gate on gate_load (gate_id);
