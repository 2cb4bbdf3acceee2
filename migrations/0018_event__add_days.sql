-- The days of an event of several days. An event of one day has no rows. `n` never changes and is
-- never used again, so that ticket types and refunds may name a day by its number.
create table event_day (
  event_id uuid not null references event (id),
  n smallint not null check (n between 1 and 31),
  date date not null,
  time time(0) not null,
  cancelled_at timestamptz(3),
  primary key (event_id, n),
  -- Checked at the end of a statement, because one statement may move each day to the next date.
  constraint event_day__date unique (event_id, date) deferrable
);
alter table event
  add highest_day smallint not null default 0,
  -- How many days after `date` the last day is: 0 for an event of one day.
  add days_after smallint not null default 0 check (days_after between 0 and 60);
-- Generated, so that whatever stores or moves `date` keeps the last date too.
alter table event add last_date date generated always as (date + days_after) stored;

alter table ticket_type
  -- The numbers of the days for which a type is, in their order: empty in an event of one day. In
  -- the row itself, because each public read and each order reads them with the type.
  add day_numbers smallint[] not null default '{}',
  -- Whether a pass enters once in all, and not once per day.
  add once_in_all boolean not null default false;

-- The day that `admitted` counts, for a pass that enters once per day. Null for all others.
alter table ticket add admitted_on date;
