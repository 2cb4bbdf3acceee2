-- Phone numbers are emptied when their owner has them erased; the rows stay for the books.
alter table "order" alter column phone drop not null;
alter table payment alter column phone drop not null;
alter table paid_line alter column phone drop not null;

-- A ticket that was sent on may lose its holder's number, but stays a ticket that was sent on. The next
-- migration checks all rows.
alter table ticket drop constraint ticket__sent;
alter table ticket add constraint ticket__sent check (
  (sent_from is not null or holder_phone is null) and (sent_from is null) = (times_sent = 0)
) not valid;
