-- offline: renames columns of payout, payment_explanation and account_reading
alter table payout rename words to reason;
alter table payment_explanation rename words to reason;
alter table payment_explanation
  rename constraint payment_explanation_words_check to payment_explanation_reason_check;
alter table account_reading rename held_cents to balance_cents;
