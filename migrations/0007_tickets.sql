-- Keys that sign the ticket numbers of an event. After a new version is made, gates without a
-- network no longer trust numbers signed with a lower version; the tickets themselves remain valid.
create table gate_key (
  event_id uuid not null references event,
  version smallint not null default 1,
  key bytea not null check (length(key) = 32),
  created_at timestamptz(3) not null default now(),
  primary key (event_id, version)
);

create table ticket (
  id uuid primary key,
  number text not null unique check (number ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  order_id uuid not null references "order",
  order_line_id uuid not null references order_line,
  -- An order line of more than 31 people is split into several tickets.
  part smallint not null default 0,
  event_id uuid not null references event,
  ticket_type_id uuid not null references ticket_type,
  -- Null if the ticket type is linked to no gate: the gate is then 'Main Gate'.
  gate_id uuid references gate,
  admits smallint not null check (admits between 1 and 31),
  -- People admitted so far, counted under the ticket's lock. No transaction can commit more people
  -- than 'admits'.
  admitted smallint not null default 0,
  state text not null default 'valid' check (state in ('valid', 'used', 'void')),
  created_at timestamptz(3) not null default now(),
  unique (order_line_id, part),
  constraint ticket__admitted check (admitted between 0 and admits),
  constraint ticket__used check (state = 'void' or (state = 'used') = (admitted = admits))
);
create index ticket__order on ticket (order_id);
create index ticket__event on ticket (event_id);
create index ticket__type_gate on ticket (ticket_type_id, gate_id);
create index ticket__gate on ticket (gate_id);

-- Number of people assigned to each gate of a ticket type. The next ticket goes to the gate with
-- the fewest people, without counting all tickets.
create table gate_load (
  ticket_type_id uuid not null references ticket_type,
  gate_id uuid not null references gate,
  admits integer not null default 0,
  primary key (ticket_type_id, gate_id)
) with (fillfactor = 50);
create index gate_load__gate on gate_load (gate_id);
