-- Totals of sales. Together with the rows of sale_delta, the totals are always exact.
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

-- Sales of all events together, for admins.
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

-- The organizer to whose totals in sales_by_organizer_day an event's sales were added; null: to no
-- organizer's. After an event changes hands, the former organizer remains here until a job moves
-- the totals; until then, reads correct the difference. Every event in sales_by_event_day has a
-- row.
create table sales_folded_for (
  event_id uuid primary key references event,
  organizer_id uuid references account
);
create index sales_folded_for__organizer on sales_folded_for (organizer_id);
