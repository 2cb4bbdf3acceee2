-- The tickets whose holders an organizer reminded of questions without an answer, each once.
create table answer_reminder (
  ticket_id uuid primary key references ticket (id),
  event_id uuid not null references event (id),
  asked_at timestamptz(3) not null,
  -- The SMS is queued, or no longer needed. Null while it waits.
  ended_at timestamptz(3)
);
create index answer_reminder__event on answer_reminder (event_id);
create index answer_reminder__waiting on answer_reminder (asked_at, ticket_id) where ended_at is null;
