-- An organizer refunds an order out of goodwill.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('paid_twice', 'no_capacity',
  'code_used_up', 'phone_limit', 'event_closed', 'cancelled', 'moved', 'wrong_amount', 'unexplained',
  'significant_change', 'technical_error', 'booked_twice', 'organizer_decision', 'stray', 'returned',
  'other')) not valid;
