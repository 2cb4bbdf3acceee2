-- offline: builds indexes on check_in
-- Index for the list of exceptions at the gate, by reason: refused check-ins, and people admitted
-- without a valid scan. They are a small part of all check-ins.
create index check_in__why on check_in (event_id, (coalesce(reason, result)), at, id)
  where kind = 'in' and (reason is not null or result <> 'valid');
