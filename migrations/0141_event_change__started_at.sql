-- The time at which the first holders of a move were notified. The next move of the same event or
-- ticket type is announced an hour later at the earliest.
alter table event_change add column started_at timestamptz;
alter table gate_move add column started_at timestamptz;
