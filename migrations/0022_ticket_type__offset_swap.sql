-- Checked at the end of a statement, so that one statement can swap the offsets of two types. An
-- archived type that can still sell (it has capacity for those who hold it, or who paid late) keeps
-- its offset: another type with the same would have its tickets' numbers.
drop index ticket_type__offset;
alter table ticket_type add constraint ticket_type__offset
  exclude using btree (event_id with =, type_offset with =)
  where (archived_at is null or first_sold_at is not null or capacity > 0)
  deferrable initially immediate;
