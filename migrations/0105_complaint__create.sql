-- 'Report this event': a visitor's complaint, until an admin settles it and it is old.
create table complaint (
  id uuid primary key,
  event_id uuid not null references event,
  reason text not null check (reason in ('fake', 'wrong', 'illegal', 'offensive', 'other')),
  words text not null,
  created_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone
);
create index complaint__event on complaint (event_id);
create index complaint__created on complaint (created_at);
create index complaint__open on complaint (created_at) where settled_at is null;
