-- Sales summed up; with the rows of sale_delta they are exact at every moment.
create table sales_by_type (
  ticket_type_id uuid primary key references ticket_type,
  event_id uuid not null references event,
  tickets bigint not null,
  revenue_kes bigint not null
) with (fillfactor = 70);
create index sales_by_type__event on sales_by_type (event_id);

create table sales_by_event_day (
  event_id uuid not null references event,
  day date not null,
  tickets bigint not null,
  revenue_kes bigint not null,
  primary key (event_id, day)
) with (fillfactor = 70);

-- Of all events together, for an admin.
create table sales_by_day (
  day date primary key,
  tickets bigint not null,
  revenue_kes bigint not null
) with (fillfactor = 70);

-- What was sold before. Nobody sells while this counts.
-- With a million orders this takes longer than a statement of the product may.
set local statement_timeout = 0;
lock table "order" in share mode;
create temporary table sold_before on commit drop as
  select o.event_id, l.ticket_type_id, (o.paid_at at time zone 'Africa/Nairobi')::date as day,
    l.quantity, l.amount_kes
  from "order" o join order_line l on l.order_id = o.id
  where o.state in ('paid', 'issued');
insert into sales_by_type (ticket_type_id, event_id, tickets, revenue_kes)
  select ticket_type_id, event_id, sum(quantity), sum(amount_kes) from sold_before group by 1, 2;
insert into sales_by_event_day (event_id, day, tickets, revenue_kes)
  select event_id, day, sum(quantity), sum(amount_kes) from sold_before group by 1, 2;
insert into sales_by_day (day, tickets, revenue_kes)
  select day, sum(quantity), sum(amount_kes) from sold_before group by 1;
