-- offline: renames columns of check_in and rate_slot
alter table check_in rename words to note;
alter table rate_slot rename given to granted;
