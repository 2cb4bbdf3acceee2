-- The number that a buyer said is theirs, in place of the one that was prompted. M-Pesa takes no prompt
-- back: this number is prompted once no prompt of the order is out, and then it is `phone`, too. The
-- tickets go to it, whichever pays.
alter table "order" add column own_phone text check (own_phone ~ '^254[17][0-9]{8}$');
-- Those whose own number is still to be prompted; a sweep looks for the forgotten.
create index order__own_phone on "order" (updated_at)
  where state in ('pending', 'failed') and own_phone <> phone;
