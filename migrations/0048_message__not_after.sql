-- What is only true until then is not sent later: 'tomorrow' is another day the day after.
alter table message add column not_after timestamptz(3);
