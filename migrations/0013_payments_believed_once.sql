-- offline: checks or rewrites all rows of payment; changes rows of payment; builds indexes on payment
-- Records callbacks that are not verified yet, and receipts that M-Pesa's own list has shown.
alter table payment
  -- Time of the first callback that reported a success which needs verification: it arrived after
  -- the final result, or for a prompt whose id we never received. Later callbacks do not change
  -- this time.
  add column claimed_at timestamptz(3),
  -- True while the payment waits for M-Pesa's list. The page asks the buyer to wait, and no new
  -- prompt is sent.
  add column claim_open boolean not null default false,
  -- The request id and receipt in that callback. We adopt the id only once M-Pesa reports it as
  -- paid.
  add column told_request_id text,
  add column told_receipt text,
  -- Time at which Pull Transactions listed the receipt with the order's code and amount.
  add column listed_at timestamptz(3),
  -- Number of complete readings of the list that should have contained the receipt but did not, and
  -- the time of the last such reading.
  add column missed_lists smallint not null default 0,
  add column missed_at timestamptz(3),
  -- Time at which admins were notified that the list does not contain the receipt.
  add column alarmed_at timestamptz(3),
  add check (claimed_at is not null or (not claim_open and told_request_id is null and told_receipt is null)),
  add check (listed_at is null or mpesa_receipt is not null);

-- The list covers the last 48 hours: older receipts can no longer be looked up.
update payment set listed_at = confirmed_at
  where mpesa_receipt is not null
    and (settled_by = 'pull' or confirmed_at <= now() - interval '48 hours');

drop index payment__lookup;
-- Payments to look up in Pull Transactions. They include payments that a query called unpaid,
-- because integrators have seen such results to be wrong. They include payments that a sweep failed
-- after a day without a result, because M-Pesa never reported them as unpaid. They also include
-- payments that a callback reported as paid and that wait for the list.
create index payment__lookup on payment (created_at)
  where state = 'unknown' or (state = 'failed' and settled_by in ('query', 'sweep'))
    or (state = 'confirmed' and (mpesa_receipt is null or use = 'suspense'))
    or (claimed_at is not null and (state <> 'confirmed' or claim_open));
create index payment__claim_open on payment (claimed_at) where claim_open;
-- Receipts that the list has not shown yet; and receipts missing from the list, of which admins
-- were notified.
create index payment__unlisted on payment (created_at)
  where mpesa_receipt is not null and listed_at is null and alarmed_at is null;
create index payment__alarmed on payment (confirmed_at)
  where mpesa_receipt is not null and listed_at is null and alarmed_at is not null;
-- Index for the check whether another payment has the id that a callback reported.
create index payment__checkout_request on payment (checkout_request_id);
create index payment__told_request on payment (told_request_id) where told_request_id is not null;
