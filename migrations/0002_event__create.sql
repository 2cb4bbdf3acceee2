create table category (
  id uuid primary key,
  name text not null unique,
  position smallint not null
);

create table event (
  id uuid primary key,
  title text not null check (title <> ''),
  description text not null default '',
  -- Stem of the picture's files in storage; null where there is none.
  image_key text,
  -- Both as the clock on a wall in Nairobi shows them.
  date date not null,
  time time(0) not null,
  location text not null,
  expected_attendees integer check (expected_attendees >= 0),
  price_cents integer not null check (price_cents >= 0),
  category_id uuid references category,
  is_main_event boolean not null default false,
  is_featured boolean not null default false,
  is_published boolean not null default false,
  is_sold_out boolean not null default false,
  is_limited_tickets boolean not null default false,
  is_new boolean not null default false,
  cancelled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index event__date on event (date, time, id) where is_published;
create index event__category on event (category_id, date, id);

-- capacity is changed by the events room; held, sold and first_sold_at by checkout alone.
create table ticket_type (
  id uuid primary key,
  event_id uuid not null references event,
  name text not null check (name <> ''),
  description text not null default '',
  price_cents integer not null check (price_cents >= 0),
  max_per_order integer not null default 4 check (max_per_order >= 1),
  capacity integer not null check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  type_offset smallint not null check (type_offset between 0 and 7),
  first_sold_at timestamptz(3),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The last guard against overselling: no commit can leave it broken.
  constraint ticket_type__capacity check (held + sold <= capacity)
) with (fillfactor = 50);
create index ticket_type__event on ticket_type (event_id);
-- Ticket numbers carry the offset, so it stays taken by a removed type that has sold.
create unique index ticket_type__offset on ticket_type (event_id, type_offset)
  where archived_at is null or first_sold_at is not null;

create table gate (
  id uuid primary key,
  name text not null unique,
  gate_offset smallint not null
);

create table ticket_type_gate (
  ticket_type_id uuid not null references ticket_type,
  gate_id uuid not null references gate,
  primary key (ticket_type_id, gate_id)
);
create index ticket_type_gate__gate on ticket_type_gate (gate_id);
