-- Sales summed up; with the rows of sale_delta they are exact at every moment.
create table sales_by_type (
  ticket_type_id uuid primary key references ticket_type,
  event_id uuid not null references event,
  tickets bigint not null,
  revenue_cents bigint not null
) with (fillfactor = 70);
create index sales_by_type__event on sales_by_type (event_id);

create table sales_by_event_day (
  event_id uuid not null references event,
  day date not null,
  tickets bigint not null,
  revenue_cents bigint not null,
  primary key (event_id, day)
) with (fillfactor = 70);

-- Of all events together, for an admin.
create table sales_by_day (
  day date primary key,
  tickets bigint not null,
  revenue_cents bigint not null
) with (fillfactor = 70);

-- Sales of all events of an organizer together, for a dashboard over many events.
create table sales_by_organizer_day (
  organizer_id uuid not null references account,
  day date not null,
  tickets bigint not null,
  revenue_cents bigint not null,
  primary key (organizer_id, day)
) with (fillfactor = 70);

-- The organizer in whose days of sales_by_organizer_day the days of an event are; null: in nobody's.
-- Not always who has the event now: an event that is given to somebody else stays until a job moves
-- it, and reads put the difference right. Every event in sales_by_event_day has a row.
create table sales_folded_for (
  event_id uuid primary key references event,
  organizer_id uuid references account
);
create index sales_folded_for__organizer on sales_folded_for (organizer_id);
