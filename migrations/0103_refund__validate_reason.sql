-- Reads the refunds without blocking them.
alter table refund validate constraint refund_reason_check;
