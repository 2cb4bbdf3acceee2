-- A name with words that only an admin may allow waits in asked_name. is_name_decided says that an
-- admin has allowed the current name.
alter table organizer_page add column asked_name text check (asked_name <> '');
alter table organizer_page add column is_name_decided boolean not null default false;
