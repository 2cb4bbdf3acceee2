-- offline: renames a column of refund
alter table refund rename words to note;
