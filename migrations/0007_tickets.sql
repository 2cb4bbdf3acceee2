-- Signs the numbers of an event's tickets. A higher version ends the trust in numbers of a lower
-- one at gates that have no network; the tickets themselves stay good.
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
  -- A line of more than 31 makes several tickets.
  part smallint not null default 0,
  event_id uuid not null references event,
  ticket_type_id uuid not null references ticket_type,
  -- Null where the type is linked to no gate: 'Main Gate'.
  gate_id uuid references gate,
  admits smallint not null check (admits between 1 and 31),
  -- People let in so far, counted under the ticket's lock. No commit can let in more than it admits.
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

-- How many people each gate of a ticket type has been given, so that the next ticket goes to the
-- gate with the fewest, without counting all tickets.
create table gate_load (
  ticket_type_id uuid not null references ticket_type,
  gate_id uuid not null references gate,
  admits integer not null default 0,
  primary key (ticket_type_id, gate_id)
) with (fillfactor = 50);
create index gate_load__gate on gate_load (gate_id);
