-- A draft that its organizer has sent in, until it is published.
create table event_review (
  event_id uuid primary key references event,
  state text not null check (state in ('sent', 'returned')),
  sent_at timestamp(3) with time zone not null,
  -- Why an admin returned it.
  words text not null default '' check ((words <> '') = (state = 'returned'))
);
