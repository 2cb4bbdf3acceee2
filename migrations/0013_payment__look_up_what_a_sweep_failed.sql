-- What stayed unknown for a day is failed by a sweep, and Pull Transactions is asked about it until
-- 48 hours have passed all the same: nobody ever said that it was not paid.
drop index payment__lookup;
create index payment__lookup on payment (created_at)
  where state = 'unknown' or (state = 'failed' and settled_by in ('query', 'sweep'))
    or (state = 'confirmed' and (mpesa_receipt is null or use = 'suspense'));
