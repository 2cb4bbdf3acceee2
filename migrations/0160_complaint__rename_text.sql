-- offline: renames a column of complaint
alter table complaint rename words to text;
