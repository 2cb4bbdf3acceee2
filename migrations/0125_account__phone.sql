-- The number to which an account gets SMS about its events, if it wants them.
alter table account add column phone text check (phone ~ '^254[17][0-9]{8}$');
