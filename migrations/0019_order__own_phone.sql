-- offline: builds indexes on order
-- The buyer's corrected phone number, if it differs from the prompted number. M-Pesa cannot
-- withdraw a prompt: the corrected number is prompted once no prompt of the order is open, and is
-- then stored in 'phone' as well. The tickets go to the corrected number, whichever phone pays.
alter table "order" add column own_phone text check (own_phone ~ '^254[17][0-9]{8}$');
-- Orders whose corrected number has not been prompted yet. A sweep looks for those whose job was
-- lost.
create index order__own_phone on "order" (updated_at)
  where state in ('pending', 'failed') and own_phone <> phone;
