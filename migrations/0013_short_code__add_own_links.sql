-- True for a short link that the event's organizer has chosen, which its texts and emails contain.
alter table short_code add column is_own boolean not null default false;
