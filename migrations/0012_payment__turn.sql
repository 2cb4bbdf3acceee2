-- The prompts of the last minutes: whose turns they were says who is next in line.
create index payment__turn on payment (prompting_at) where prompting_at is not null;
-- What came of the orders of an address, past all of them that only wait.
create index order__record on "order" (asked_from, created_at desc)
  where asked_from is not null and (paid_at is not null or prompted_at is not null);
