-- A link that lets somebody in must not be read here later: its text goes once nobody needs it.
alter table message add column forget_text boolean not null default false;
