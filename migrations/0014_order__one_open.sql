-- offline: changes rows of ticket_type, hold, order; builds indexes on order
-- From now on a phone has at most one open order per event. An open order waits for its payment, or
-- its prompt failed while its tickets are still held. Where several open orders exist, the newest
-- remains and the rest expire as 'replaced'.
create temporary table replaced on commit drop as
  select id, state from (
    select id, state, row_number() over (partition by phone, event_id order by created_at desc, id)
      as place
    from "order" where state in ('pending', 'failed')
  ) open where place > 1;
update ticket_type t set held = t.held - n.quantity
  from (
    select l.ticket_type_id, sum(l.quantity) as quantity
    from replaced join hold h on h.order_id = replaced.id and h.state = 'held'
      join order_line l on l.order_id = replaced.id
    group by l.ticket_type_id
  ) n
  where t.id = n.ticket_type_id;
update hold set state = 'released', updated_at = now()
  from replaced where hold.order_id = replaced.id and hold.state = 'held';
update "order" o set state = 'expired', failure_code = 'replaced', updated_at = now()
  from replaced where o.id = replaced.id;
insert into order_event (order_id, from_state, to_state, cause)
  select id, state, 'expired', 'replaced' from replaced;

create unique index order__open on "order" (phone, event_id) where state in ('pending', 'failed');
-- Index for summing the tickets held by the unpaid orders from one network.
create index order__open_asked_from on "order" (asked_from, event_id)
  where state in ('pending', 'failed') and asked_from is not null;
