-- Sales of all events of an organizer together, for a dashboard over many events.
create table sales_by_organizer_day (
  organizer_id uuid not null references account,
  day date not null,
  tickets bigint not null,
  revenue_kes bigint not null,
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

-- What was folded before. Nobody folds while this adds up.
set local statement_timeout = 0;
lock table sales_by_event_day in share mode;
insert into sales_folded_for (event_id, organizer_id)
  select id, organizer_id from event where id in (select event_id from sales_by_event_day);
insert into sales_by_organizer_day (organizer_id, day, tickets, revenue_kes)
  select f.organizer_id, s.day, sum(s.tickets), sum(s.revenue_kes)
  from sales_by_event_day s join sales_folded_for f on f.event_id = s.event_id
  where f.organizer_id is not null group by 1, 2;
