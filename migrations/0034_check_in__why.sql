-- What is refused, and what was let in otherwise than by its code, by the reason: few of many rows.
create index check_in__why on check_in (event_id, (coalesce(reason, result)), at, id)
  where kind = 'in' and (reason is not null or result <> 'valid');
