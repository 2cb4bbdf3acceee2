-- A number of tickets with a limit of its own within a ticket type, such as 'the first 50'.
-- Without a capacity it only counts.
create table sale_limit (
  id uuid primary key,
  event_id uuid not null references event (id),
  kind text not null check (kind in ('step', 'code', 'pool')),
  capacity integer check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  constraint sale_limit__capacity check (held + sold <= capacity)
) with (fillfactor = 50);
create index sale_limit__event on sale_limit (event_id);

create table price_step (
  id uuid primary key,
  ticket_type_id uuid not null references ticket_type (id),
  position smallint not null,
  name text not null check (name <> ''),
  price_cents integer not null check (price_cents > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  limit_id uuid unique references sale_limit (id),
  check (starts_at < ends_at),
  check (ends_at is not null or limit_id is not null)
);
create index price_step__type on price_step (ticket_type_id, position);

create table line_limit (
  order_line_id uuid not null references order_line (id),
  limit_id uuid not null references sale_limit (id),
  -- False if late money found no room: the line keeps its price, and the limit does not count it.
  is_counted boolean not null default true,
  primary key (order_line_id, limit_id)
);
create index line_limit__limit on line_limit (limit_id);

alter table ticket_type
  add sale_from timestamptz,
  add sale_until timestamptz;

alter table event
  add fees_on_top boolean not null default false,
  -- The first date of the event from which this one was copied, until it has its own.
  add copied_date date;

-- The service fee, frozen when the order is placed. Null in a line of an older version: its fee is
-- computed at the sale.
alter table order_line add fee_cents bigint;
