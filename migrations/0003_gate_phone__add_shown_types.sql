-- The price of a ticket of each type, in cents, as the phone shows it since its last list.
alter table gate_phone add shown_types jsonb;
