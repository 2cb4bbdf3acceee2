-- offline: renames or drops columns of order, hold, payment, stray_receipt, refund, refund_call, unissued, event_given, sales_folded_for, rate_turn, check_in, event_change, gate_move, event_cancellation, reconciliation
-- Renames tables and columns to the field's terms, with their constraints, indexes and trigger.
-- Stop the site first: a process of an earlier version fails as soon as the names have changed.
-- Only catalogue rows are written, so the migration is fast.

alter table "order" rename own_phone to recipient_phone;
alter table "order" rename asked_from to client_network;
alter table "order" rename pays_by to payment_method;
alter table "order" rename goes_in_at_once to admit_on_issue;
alter table "order" rename goes_in_gate_id to admit_gate_id;
alter table "order" rename is_told to counts_for_reputation;
alter table "order" rename constraint order_own_phone_check to order_recipient_phone_check;
alter table "order" rename constraint order_pays_by_check to order_payment_method_check;
alter table "order" rename constraint order_goes_in_gate_id_fkey to order_admit_gate_id_fkey;
alter index order__asked_from rename to order__client_network;
alter index order__open_asked_from rename to order__open_client_network;
alter index order__own_phone rename to order__other_recipient;
alter index order__tickets_to rename to order__recipient_phone;
alter index order__goes_in_gate rename to order__admit_gate;
alter index order__record rename to order__reputation;

alter table hold rename by_hand_until to paybill_until;

alter table payment rename open_as to open_status;
alter table payment rename push_answer to push_response;
alter table payment rename claimed_at to unverified_at;
alter table payment rename claim_open to is_unverified;
alter table payment rename told_request_id to reported_request_id;
alter table payment rename told_receipt to reported_receipt;
alter index payment__claim_open rename to payment__unverified;
alter index payment__in_line rename to payment__queued;
alter index payment__told_request rename to payment__reported_request;
alter index payment__turn rename to payment__prompting;

alter table stray_receipt rename to unmatched_receipt;
alter table unmatched_receipt rename claim_open to is_unverified;
alter table unmatched_receipt rename constraint stray_receipt_pkey to unmatched_receipt_pkey;
alter table unmatched_receipt rename constraint stray_receipt_check to unmatched_receipt_check;
alter table unmatched_receipt rename constraint stray_receipt_state_check to unmatched_receipt_state_check;
alter table unmatched_receipt rename constraint stray_receipt_order_id_fkey to unmatched_receipt_order_id_fkey;
alter index stray_receipt__claim rename to unmatched_receipt__unverified;
alter index stray_receipt__open rename to unmatched_receipt__open;
alter index stray_receipt__order rename to unmatched_receipt__order;
alter index stray_receipt__unlisted rename to unmatched_receipt__unlisted;

alter table refund rename stray_receipt to unmatched_receipt;
alter table refund rename constraint refund_stray_receipt_fkey to refund_unmatched_receipt_fkey;
alter index refund__stray rename to refund__unmatched_receipt;

alter table refund_call rename to refund_attempt;
alter table refund_attempt rename answer to response;
alter table refund_attempt rename constraint refund_call_pkey to refund_attempt_pkey;
alter table refund_attempt rename constraint refund_call_timeout_token_key to refund_attempt_timeout_token_key;
alter table refund_attempt rename constraint refund_call_token_key to refund_attempt_token_key;
alter table refund_attempt rename constraint refund_call_check to refund_attempt_check;
alter table refund_attempt rename constraint refund_call_kind_check to refund_attempt_kind_check;
alter table refund_attempt rename constraint refund_call_state_check to refund_attempt_state_check;
alter table refund_attempt rename constraint refund_call_timeout_token_check to refund_attempt_timeout_token_check;
alter table refund_attempt rename constraint refund_call_token_check to refund_attempt_token_check;
alter table refund_attempt rename constraint refund_call_refund_id_fkey to refund_attempt_refund_id_fkey;
alter index refund_call__refund rename to refund_attempt__refund;
alter index refund_call__twice rename to refund_attempt__twice;
alter index refund_call__open rename to refund_attempt__open;

alter table unissued rename to order_awaiting_tickets;
alter table order_awaiting_tickets rename constraint unissued_pkey to order_awaiting_tickets_pkey;
alter table order_awaiting_tickets rename constraint unissued_order_id_fkey to order_awaiting_tickets_order_id_fkey;

alter table event_given rename to event_ownership_change;
alter table event_ownership_change rename constraint event_given_pkey to event_ownership_change_pkey;
alter table event_ownership_change rename constraint event_given_event_id_fkey to event_ownership_change_event_id_fkey;
alter trigger event__given on event rename to event__ownership_change;
alter function note_event_given rename to note_ownership_change;
-- Renaming a table does not change its name inside function bodies.
create or replace function note_ownership_change() returns trigger language plpgsql as $$
begin
  insert into event_ownership_change (event_id) values (new.id)
  on conflict (event_id) do update set seen_at = null;
  return null;
end $$;

alter table sales_folded_for rename to rollup_owner;
alter table rollup_owner rename constraint sales_folded_for_pkey to rollup_owner_pkey;
alter table rollup_owner rename constraint sales_folded_for_event_id_fkey to rollup_owner_event_id_fkey;
alter table rollup_owner rename constraint sales_folded_for_organizer_id_fkey to rollup_owner_organizer_id_fkey;
alter index sales_folded_for__organizer rename to rollup_owner__organizer;

alter table rate_turn rename to rate_slot;
alter table rate_slot rename constraint rate_turn_pkey to rate_slot_pkey;

alter table check_in rename asked to requested;
alter table check_in rename told_at to uploaded_at;
alter table check_in rename constraint check_in_asked_check to check_in_requested_check;
alter table check_in rename constraint check_in__told_at to check_in__uploaded_at;

alter table event_change rename tell to notify_buyers;
alter table event_change rename told_at to notified_at;

alter table gate_move rename told_at to notified_at;
alter index gate_move__untold rename to gate_move__unnotified;

alter table event_cancellation rename asked_by to requested_by;
alter table event_cancellation rename constraint event_cancellation_asked_by_fkey to event_cancellation_requested_by_fkey;
alter index event_cancellation__asked_by rename to event_cancellation__requested_by;

alter table reconciliation rename asked_by to requested_by;
alter table reconciliation rename asked_at to requested_at;
alter table reconciliation rename constraint reconciliation__asker to reconciliation__requester;
alter table reconciliation rename constraint reconciliation_asked_by_fkey to reconciliation_requested_by_fkey;
alter index reconciliation__asked_by rename to reconciliation__requested_by;

-- PostgreSQL 18 also names NOT NULL constraints; earlier versions have no rows here.
do $$ declare named record; begin
  for named in
    select k.conrelid::regclass as owner, k.conname as old, t.relname || '_' || a.attname || '_not_null' as new
    from pg_constraint k join pg_class t on t.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'n' and k.connamespace = 'public'::regnamespace
  loop
    continue when named.old = named.new or length(named.new) > 63;
    execute format('alter table %s rename constraint %I to %I', named.owner, named.old, named.new);
  end loop;
end $$;
