-- offline: renames or drops columns of refund_link
-- A refund may be for some people of a ticket, so a ticket may have several refunds. Until now each
-- refund was for all people of its tickets.
alter table refund_ticket add column admits smallint check (admits >= 1);
update refund_ticket r set admits = k.admits from ticket k where k.id = r.ticket_id;
alter table refund_ticket alter column admits set not null;
alter table refund_ticket drop constraint refund_ticket_pkey, add primary key (ticket_id, refund_id);

-- The buyer may request refunds by one link several times, as long as people are left.
alter table refund_link add column back_cents bigint not null default 0;
update refund_link k set back_cents = r.amount_cents from refund r where r.id = k.refund_id;
alter table refund_link drop column refund_id;
