-- M-Pesa's charge for paying the refund, null until M-Pesa reports it; and the time at which to
-- query the charge.
alter table refund add column charge_cents bigint check (charge_cents >= 0),
  add column charge_at timestamptz(3),
  add constraint refund__charge check (charge_at is null or (state = 'done' and charge_cents is null));
create index refund__charge_at on refund (charge_at) where charge_at is not null;
