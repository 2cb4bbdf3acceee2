-- People to whom one gate phone may sell for cash in a minute and in an hour; null: the default.
alter table entry_rule add column cash_per_minute integer check (cash_per_minute >= 0),
  add column cash_per_hour integer check (cash_per_hour >= 0);
