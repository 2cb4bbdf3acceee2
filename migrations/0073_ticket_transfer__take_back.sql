-- offline: changes rows of ticket
-- The sender of a transferred ticket may take it back until its holder has opened it or came in.
alter table ticket add column opened_at timestamp(3) with time zone;
-- Whether a holder has opened an earlier ticket is not known.
update ticket set opened_at = created_at where holder_phone is not null;

-- A request with a takes_back is for this ticket to come back to ticket_id, instead of a transfer.
alter table ticket_transfer add column takes_back uuid references ticket;
create index ticket_transfer__takes_back on ticket_transfer (takes_back) where takes_back is not null;
