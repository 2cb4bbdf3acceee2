-- offline: renames or drops columns of refund
-- Transaction Status decides about every attempt. A status query names its attempt, and an attempt
-- keeps the code that M-Pesa's unconfirmed result reported. `receipt` asks about the payment itself.
alter table refund_attempt
  add column about uuid references refund_attempt (id),
  add column reported text,
  drop constraint refund_attempt_kind_check,
  add constraint refund_attempt_kind_check
    check (kind in ('reversal', 'b2c', 'status', 'receipt', 'balance'));
create index refund_attempt__about on refund_attempt (about) where about is not null;

-- The status query that confirms a payment also states M-Pesa's charge.
drop index refund__charge_at;
alter table refund drop constraint refund__charge, drop column charge_at;
