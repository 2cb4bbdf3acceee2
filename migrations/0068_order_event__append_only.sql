-- The history of orders and payments stays as written, like refund_event and the ledger.
create trigger order_event__append_only before update or delete on order_event
  for each statement execute function refuse_change();
create trigger payment_event__append_only before update or delete on payment_event
  for each statement execute function refuse_change();
