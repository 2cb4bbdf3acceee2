-- The draft as it was when an admin returned it: later changes are marked.
alter table event_review add column seen jsonb;
