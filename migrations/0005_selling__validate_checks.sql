-- In a transaction of its own: the checks read all rows while purchases go on.
alter table ticket_type validate constraint ticket_type__free;
alter table ticket_type validate constraint ticket_type__lowest;
alter table ticket_type validate constraint ticket_type__highest;
alter table "order" validate constraint order_payment_method_check;
alter table "order" validate constraint order_amount_cents_check;
alter table ticket validate constraint ticket_void_reason_check;
