-- offline: checks or rewrites all rows of ledger_line
-- The account 'differences': money that we keep, or a loss that we bear, when M-Pesa took another
-- amount than the price of the sale and an admin booked the difference.
alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('collection', 'utility', 'bank', 'charges', 'suspense', 'buyers', 'organizer', 'fees', 'cash',
    'differences'));
