-- The prompts of the last minutes: whose turns they were says who is next in line.
create index payment__turn on payment (prompting_at) where prompting_at is not null;
