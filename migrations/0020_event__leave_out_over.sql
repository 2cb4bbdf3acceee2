-- An event of several days is over after its last day, so the date of its first day no longer tells
-- whether it is over. The indexes leave out the events that are marked as over instead.
drop index event__category, event__date, event__featured, event__free, event__main, event__town;
create index event__category on event (category_id);
create index event__of_category on event (category_id, date, time, id) where not is_over;
create index event__date on event (date, time, id) where is_published and not is_over;
create index event__featured on event (date, time, id)
  where is_published and is_featured and cancelled_at is null and not is_over;
create index event__free on event (date, time, id)
  where is_published and price_cents = 0 and not is_over;
create index event__main on event (date, time, id)
  where is_published and is_main_event and cancelled_at is null and not is_over;
create index event__town on event (lower(regexp_replace(location, '^.*, *', '')), date, time, id)
  where is_published and not is_over;
