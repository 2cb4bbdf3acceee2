-- What one ticket of each type costs, in cents, by the phone's last list.
alter table gate_phone add listed_prices jsonb;
