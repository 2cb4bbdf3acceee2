-- offline: reads all rows of ledger_entry
-- Receipts that a payment gave up for another receipt and that never appeared in the work list
-- since. This migration reopens them.
create temporary table given_up on commit drop as
  select receipt, amount_cents from stray_receipt s
  where state = 'attached' and not exists (select from payment p where p.mpesa_receipt = s.receipt);
insert into ledger_entry (movement, kind, reference, at)
  select 'stray:' || receipt || ':given_up:0', 'corrected', receipt, now()
  from given_up where amount_cents > 0;
insert into ledger_line (entry_id, account, amount_cents)
  select entry.id, line.account, line.amount_cents
  from given_up g join ledger_entry entry on entry.movement = 'stray:' || g.receipt || ':given_up:0'
    cross join lateral (values ('collection', g.amount_cents), ('suspense', -g.amount_cents))
      line (account, amount_cents);
update stray_receipt s set state = 'open' from given_up g where s.receipt = g.receipt;
