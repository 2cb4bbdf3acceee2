-- In a transaction of its own: the checks read all rows while purchases go on.
alter table event validate constraint event__payout_release;
alter table payout validate constraint payout__held;
alter table payout_part validate constraint payout_part__held;
alter table ledger_entry validate constraint ledger_entry__held;
alter table refund validate constraint refund_reason_check;
