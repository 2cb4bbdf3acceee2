-- What we keep or bear where M-Pesa took another amount than a sale's, and a person booked it so.
alter table ledger_line drop constraint ledger_line_account_check;
alter table ledger_line add constraint ledger_line_account_check check (account in
  ('collection', 'utility', 'bank', 'charges', 'suspense', 'buyers', 'organizer', 'fees', 'cash',
    'differences'));
