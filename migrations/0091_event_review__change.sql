-- The part of an organizer's change of a published event that waits for approval.
alter table event_review add column change jsonb;
-- Whether this organizer publishes and changes events without approval.
alter table account add column publishes_alone boolean not null default false;
