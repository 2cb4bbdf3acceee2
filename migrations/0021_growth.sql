-- What is shown must cost what is shown, however many years lie behind it (decisions/0044).

-- Events, soonest first, of each choice on the home page: none of them reads what is over.
create index event__main on event (date, "time", id)
  where is_published and is_main_event and cancelled_at is null;
create index event__featured on event (date, "time", id)
  where is_published and is_featured and cancelled_at is null;
drop index event__category;
create index event__category on event (category_id, date, "time", id);

-- Set by a sweep days after the sales of the event ended, and taken back by every save of it: an
-- event that is marked is over, one that is not may be over as well.
alter table event add column is_over boolean not null default false;
create index event__unmarked on event (date) where not is_over;
create index event__search_on_sale on event using gin (search_text gin_trgm_ops)
  where is_published and not is_over;

-- The organizer of the event when the line was paid, or who has it since.
alter table paid_line add column organizer_id uuid references account;
update paid_line p set organizer_id = e.organizer_id from event e
  where e.id = p.event_id and e.organizer_id is not null;
create index paid_line__organizer_paid on paid_line (organizer_id, paid_at, order_line_id)
  include (status, event_id);
create index paid_line__organizer_amount on paid_line (organizer_id, amount_cents, order_line_id)
  include (status, event_id);
create index paid_line__organizer_refund on paid_line (organizer_id, status, paid_at, order_line_id)
  where status <> 'paid';

-- Events that were given to another organizer: some of their lines may stand under the one before,
-- so lists read those event by event, until a sweep has moved them. By a trigger, so that nobody who
-- changes the owner of an event can forget it.
create table event_given (
  event_id uuid primary key references event,
  -- When a sweep first saw it: sales that began later know the new organizer.
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

-- What decisions at the gates change in the figures; deleted by whoever adds it up.
create table check_in_delta (
  id bigint primary key generated always as identity,
  event_id uuid not null,
  gate_id uuid,
  -- Null where no ticket of the event was shown.
  ticket_type_id uuid,
  method text not null,
  result text not null,
  checks integer not null,
  -- Tickets that were let in for the first time.
  tickets integer not null,
  -- People let in on what was not refunded.
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

-- People who had been let in on lines that were refunded after.
alter table sale_delta add column people_back integer not null default 0;
alter table sales_by_type add column people_back bigint not null default 0;
