-- offline: checks or rewrites all rows of paid_line; changes rows of paid_line; builds indexes on paid_line; reads all rows of check_in, ticket, paid_line
-- The cost of a page depends on the rows that the page shows, not on the age of the site
-- (decisions/0044).

-- Events, soonest first, for each selection on the home page. None of these indexes makes the page
-- read past events.
create index event__main on event (date, "time", id)
  where is_published and is_main_event and cancelled_at is null;
create index event__featured on event (date, "time", id)
  where is_published and is_featured and cancelled_at is null;
drop index event__category;
create index event__category on event (category_id, date, "time", id);

-- Set by a sweep some days after the sales of the event ended; every save of the event clears the
-- flag. A marked event is over; an unmarked event may be over, too.
alter table event add column is_over boolean not null default false;
create index event__unmarked on event (date) where not is_over;
create index event__search_on_sale on event using gin (search_text gin_trgm_ops)
  where is_published and not is_over;

-- The organizer who owned the event when the line was paid, or the new owner after the event
-- changed hands.
alter table paid_line add column organizer_id uuid references account;
update paid_line p set organizer_id = e.organizer_id from event e
  where e.id = p.event_id and e.organizer_id is not null;
create index paid_line__organizer_paid on paid_line (organizer_id, paid_at, order_line_id)
  include (status, event_id);
create index paid_line__organizer_amount on paid_line (organizer_id, amount_cents, order_line_id)
  include (status, event_id);
create index paid_line__organizer_refund on paid_line (organizer_id, status, paid_at, order_line_id)
  where status <> 'paid';

-- Events that changed hands. Some of their paid lines may still have the former organizer, so lists
-- read these events separately until a sweep has moved the lines. Filled by a trigger, so that
-- every change of the owner is recorded.
create table event_given (
  event_id uuid primary key references event,
  -- Time at which a sweep first saw the change. Sales that began later use the new organizer.
  seen_at timestamptz
);
create function note_event_given() returns trigger language plpgsql as $$
begin
  insert into event_given (event_id) values (new.id)
  on conflict (event_id) do update set seen_at = null;
  return null;
end $$;
create trigger event__given after update of organizer_id on event for each row
  when (old.organizer_id is distinct from new.organizer_id) execute function note_event_given();

-- Changes that check-ins make to the figures. The job that adds them up deletes them.
create table check_in_delta (
  id bigint primary key generated always as identity,
  event_id uuid not null,
  gate_id uuid,
  -- Null if the decision was not about a ticket of the event.
  ticket_type_id uuid,
  method text not null,
  result text not null,
  checks integer not null,
  -- Tickets admitted for the first time.
  tickets integer not null,
  -- People admitted on tickets that were not refunded.
  people integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

create table check_ins_by_gate (
  event_id uuid not null references event,
  gate_id uuid,
  ticket_type_id uuid,
  method text not null,
  result text not null,
  checks bigint not null,
  tickets bigint not null,
  people bigint not null,
  unique nulls not distinct (event_id, gate_id, ticket_type_id, method, result)
) with (fillfactor = 70);

insert into check_ins_by_gate
select c.event_id, c.gate_id, k.ticket_type_id, c.method, c.result, count(*),
  count(*) filter (where c.is_first),
  coalesce(sum(c.admits) filter (where coalesce(p.status, 'paid') = 'paid'), 0)
from (
  select *, result = 'valid' and row_number() over (
    partition by event_id, ticket_id, result order by at, id) = 1 as is_first
  from check_in
) c
  left join ticket k on k.id = c.ticket_id and k.event_id = c.event_id
  left join paid_line p on p.order_line_id = k.order_line_id
group by 1, 2, 3, 4, 5;

-- People admitted on lines that were refunded afterwards.
alter table sale_delta add column people_back integer not null default 0;
alter table sales_by_type add column people_back bigint not null default 0;
