-- offline: renames or drops columns of gate_phone
-- Tokens of all devices that were paired as a gate phone before it was paired again. The server
-- reports to such a device that it is no longer paired, and the device deletes its stored data.
create table gate_phone_ended_token (
  -- SHA-256 of the device's bearer token.
  token_hash bytea primary key,
  gate_phone_id uuid not null references gate_phone,
  ended_at timestamptz(3) not null
);
create index gate_phone_ended_token__phone on gate_phone_ended_token (gate_phone_id);
-- The time at which these tokens ended is unknown, so now() is stored.
insert into gate_phone_ended_token (token_hash, gate_phone_id, ended_at)
  select ended_token_hash, id, now() from gate_phone where ended_token_hash is not null;
alter table gate_phone drop column ended_token_hash;
