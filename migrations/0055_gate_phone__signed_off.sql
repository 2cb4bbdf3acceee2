-- A steward handed the phone on: what it had of the event is gone from it. Its token stays, as a
-- revoked one does, so that it is told what became of it.
alter table gate_phone add column signed_off_at timestamptz(3),
  add constraint gate_phone__signed_off check (signed_off_at is null or token_hash is not null);
