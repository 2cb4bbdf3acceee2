-- What M-Pesa took for paying it, once it has said so; and when it is asked about that.
alter table refund add column charge_cents bigint check (charge_cents >= 0),
  add column charge_at timestamptz(3),
  add constraint refund__charge check (charge_at is null or (state = 'done' and charge_cents is null));
create index refund__charge_at on refund (charge_at) where charge_at is not null;
