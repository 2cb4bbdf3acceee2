-- offline: renames given_batch and given_order
alter table given_batch rename to complimentary_batch;
alter table complimentary_batch rename constraint given_batch_pkey to complimentary_batch_pkey;
alter table complimentary_batch
  rename constraint given_batch_event_id_fkey to complimentary_batch_event_id_fkey;
alter table complimentary_batch
  rename constraint given_batch_made_by_fkey to complimentary_batch_made_by_fkey;
alter index given_batch__event rename to complimentary_batch__event;
alter index given_batch__made_by rename to complimentary_batch__made_by;

alter table given_order rename to complimentary_order;
alter table complimentary_order rename constraint given_order_pkey to complimentary_order_pkey;
alter table complimentary_order rename constraint given_order_check to complimentary_order_check;
alter table complimentary_order
  rename constraint given_order_allotment_id_fkey to complimentary_order_allotment_id_fkey;
alter table complimentary_order
  rename constraint given_order_batch_id_fkey to complimentary_order_batch_id_fkey;
alter table complimentary_order
  rename constraint given_order_event_id_fkey to complimentary_order_event_id_fkey;
alter table complimentary_order
  rename constraint given_order_order_id_fkey to complimentary_order_order_id_fkey;
alter index given_order__allotment rename to complimentary_order__allotment;
alter index given_order__batch rename to complimentary_order__batch;
alter index given_order__event rename to complimentary_order__event;
