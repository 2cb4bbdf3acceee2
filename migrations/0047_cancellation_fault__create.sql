-- The error of the last failed attempt to cancel and refund an order of a cancelled event.
create table cancellation_fault (
  order_id uuid primary key references "order" (id),
  event_id uuid not null references event (id),
  why text not null,
  at timestamptz(3) not null
);
create index cancellation_fault__event on cancellation_fault (event_id);
