-- What a callback tells and nobody has proved yet, and which receipts M-Pesa's own list has shown.
alter table payment
  -- A success was told that is not believed by itself: after the final answer, or of a prompt whose id
  -- we never learned. The first time; others after it tell nothing more.
  add column claimed_at timestamptz(3),
  -- The buyer is told to wait for the list, and nobody is prompted to pay again.
  add column claim_open boolean not null default false,
  -- The id that such a callback told, not ours until M-Pesa says that it was paid; and the receipt.
  add column told_request_id text,
  add column told_receipt text,
  -- When Pull Transactions showed the receipt, under the order's code and with its amount.
  add column listed_at timestamptz(3),
  -- Readings of the whole list that should have shown it and did not, and when the last one was.
  add column missed_lists smallint not null default 0,
  add column missed_at timestamptz(3),
  -- When people were told that the list does not show it.
  add column alarmed_at timestamptz(3),
  add check (claimed_at is not null or (not claim_open and told_request_id is null and told_receipt is null)),
  add check (listed_at is null or mpesa_receipt is not null);

-- The list reaches back 48 hours: what is older can be looked up no more.
update payment set listed_at = confirmed_at
  where mpesa_receipt is not null
    and (settled_by = 'pull' or confirmed_at <= now() - interval '48 hours');

drop index payment__lookup;
-- Payments that Pull Transactions is asked about. A query's word that nothing was paid has been
-- seen to be wrong by integrators, so those are among them. So is what a sweep failed after it
-- stayed unknown for a day: nobody ever said that it was not paid. So is what a callback calls paid
-- and that waits for the list.
create index payment__lookup on payment (created_at)
  where state = 'unknown' or (state = 'failed' and settled_by in ('query', 'sweep'))
    or (state = 'confirmed' and (mpesa_receipt is null or use = 'suspense'))
    or (claimed_at is not null and (state <> 'confirmed' or claim_open));
create index payment__claim_open on payment (claimed_at) where claim_open;
-- Receipts that the list is to show yet, and those of which people were told that it does not.
create index payment__unlisted on payment (created_at)
  where mpesa_receipt is not null and listed_at is null and alarmed_at is null;
create index payment__alarmed on payment (confirmed_at)
  where mpesa_receipt is not null and listed_at is null and alarmed_at is not null;
-- Whether another payment has the id that a callback told.
create index payment__checkout_request on payment (checkout_request_id);
create index payment__told_request on payment (told_request_id) where told_request_id is not null;
