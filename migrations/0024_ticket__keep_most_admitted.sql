-- A pass that enters once per day has `admitted` people on one of its days. This is the most people of
-- any day: their part of the ticket is used and is not refunded. 0 for all other tickets.
alter table ticket add most_admitted smallint not null default 0;
