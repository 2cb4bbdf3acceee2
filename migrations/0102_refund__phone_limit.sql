-- Money for more tickets than one phone number may buy.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('paid_twice', 'no_capacity',
  'phone_limit', 'event_closed', 'cancelled', 'moved', 'wrong_amount', 'unexplained',
  'significant_change', 'technical_error', 'booked_twice', 'stray', 'returned', 'other')) not valid;
