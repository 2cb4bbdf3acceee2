-- Each phone that was this gate phone before it was paired anew, however often that was: it is told
-- that it is so no more, and forgets what it has.
create table gate_phone_ended_token (
  -- SHA-256 of its bearer.
  token_hash bytea primary key,
  gate_phone_id uuid not null references gate_phone,
  ended_at timestamptz(3) not null
);
create index gate_phone_ended_token__phone on gate_phone_ended_token (gate_phone_id);
-- When it was is not known of those.
insert into gate_phone_ended_token (token_hash, gate_phone_id, ended_at)
  select ended_token_hash, id, now() from gate_phone where ended_token_hash is not null;
alter table gate_phone drop column ended_token_hash;
