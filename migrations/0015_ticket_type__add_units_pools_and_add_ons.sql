-- offline: builds indexes on ticket_type
-- Types that are sold in units of several people, such as tables. `capacity`, `held` and `sold` stay
-- in people; prices and the limits per order are of units.
alter table ticket_type
  add sold_in smallint not null default 1,
  add min_per_order integer not null default 1,
  -- An add-on, such as parking, is redeemed at gates of its own and opens no entrance.
  add kind text not null default 'entry';
alter table ticket_type
  add constraint ticket_type__sold_in check (sold_in between 1 and 31) not valid,
  add constraint ticket_type__min_per_order
    check (min_per_order >= 1 and min_per_order <= max_per_order) not valid,
  add constraint ticket_type__kind check (kind in ('entry', 'add_on')) not valid;

-- Entries and add-ons each count from 0 to 7: the number of a ticket tells them apart.
alter table ticket_type drop constraint ticket_type__offset;
alter table ticket_type add constraint ticket_type__offset
  exclude using btree (event_id with =, kind with =, type_offset with =)
  where (archived_at is null or first_sold_at is not null or capacity > 0) deferrable;

-- A capacity that several types share. Its row of `sale_limit`, with the same id, counts people.
create table pool (
  id uuid primary key references sale_limit (id),
  event_id uuid not null references event (id),
  name text not null check (name <> '')
);
create unique index pool__event_name on pool (event_id, lower(name));
alter table ticket_type add pool_id uuid references pool (id);
create index ticket_type__pool on ticket_type (pool_id) where pool_id is not null;
