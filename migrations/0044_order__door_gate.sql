-- offline: checks or rewrites all rows of order; builds indexes on order
-- The gate at which the buyer enters after a sale at the door: the gate of the phone that sold the
-- order.
alter table "order" add column goes_in_gate_id uuid references gate;
create index order__goes_in_gate on "order" (goes_in_gate_id) where goes_in_gate_id is not null;
