create table category (
  id uuid primary key,
  name text not null unique,
  position smallint not null
);
-- Category names ignore case: 'sports' and 'Sports' are the same category. The same holds for
-- gates.
create unique index category__name on category (lower(name));

create table event (
  id uuid primary key,
  -- The organizer who sees the event's figures, orders and check-ins. Null for a house event, which
  -- only admins see.
  organizer_id uuid references account,
  title text not null check (title <> ''),
  description text not null default '',
  -- Stem of the image's file names in storage; null if the event has no image.
  image_key text,
  -- The image_key whose AVIF files are stored. A new image has a new key, so this column needs no
  -- reset.
  avif_key text,
  -- Date and time in Nairobi.
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
create index event__organizer on event (organizer_id, date, id);
create index event__image_key on event (image_key) where image_key is not null;

alter table audit_log add foreign key (event_id) references event;

-- The events room changes capacity; only the orders room changes held, sold and first_sold_at.
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
  -- The last guard against overselling: no transaction can commit a violation.
  constraint ticket_type__capacity check (held + sold <= capacity),
  -- Ticket numbers contain the offset. A removed type therefore keeps its offset if it has sold
  -- tickets, or if it can still sell (its capacity covers open holds and late payments). The
  -- constraint is checked at the end of a statement, so that one statement can swap the offsets of
  -- two types.
  constraint ticket_type__offset
    exclude using btree (event_id with =, type_offset with =)
    where (archived_at is null or first_sold_at is not null or capacity > 0)
    deferrable initially immediate
) with (fillfactor = 50);
create index ticket_type__event on ticket_type (event_id);

create table gate (
  id uuid primary key,
  name text not null unique,
  gate_offset smallint not null
);
create unique index gate__name on gate (lower(name));

create table ticket_type_gate (
  ticket_type_id uuid not null references ticket_type,
  gate_id uuid not null references gate,
  primary key (ticket_type_id, gate_id)
);
create index ticket_type_gate__gate on ticket_type_gate (gate_id);

-- Short links to events, such as lango.example/m/derby, for posters and radio.
create table short_code (
  -- Stored in lower case; requests may use any case.
  code text primary key check (code ~ '^[a-z0-9-]{1,40}$'),
  event_id uuid not null references event,
  visits bigint not null default 0,
  last_visit_at timestamptz(3),
  created_at timestamptz(3) not null default now()
) with (fillfactor = 50);
create index short_code__event on short_code (event_id);

-- Uploaded images. A row is written before the image's files are stored, so that a sweep can find
-- the files of images that no event uses.
create table image_upload (
  -- The same key as in event.image_key.
  key text primary key,
  account_id uuid not null references account,
  created_at timestamptz(3) not null,
  -- Since this time no event has used the image; null while an event uses it.
  free_since timestamptz(3),
  -- Set once deletion of the files has begun: no event may use the image any more.
  doomed_at timestamptz(3)
);
create index image_upload__account on image_upload (account_id);
create index image_upload__free_since on image_upload (free_since) where free_since is not null;
