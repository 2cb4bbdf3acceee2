-- The gate at which its buyer goes in at once: where the phone that sold it stood.
alter table "order" add column goes_in_gate_id uuid references gate;
create index order__goes_in_gate on "order" (goes_in_gate_id) where goes_in_gate_id is not null;
