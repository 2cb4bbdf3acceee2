-- For lists of the events of a town, which is the last part of the venue, and of free events.
create index event__town on event
  (lower(regexp_replace(location, '^.*, *', '')), date, time, id) where is_published;
create index event__free on event (date, time, id) where is_published and price_cents = 0;
