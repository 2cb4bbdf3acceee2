-- Messages are not sent after this time: a text with 'tomorrow' is wrong a day later.
alter table message add column not_after timestamptz(3);
