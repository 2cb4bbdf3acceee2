-- Time at which a steward signed the phone off; the phone then deletes its data about the event.
-- Its token remains, like a revoked token, so that the server can report to the phone that it was
-- signed off.
alter table gate_phone add column signed_off_at timestamptz(3),
  add constraint gate_phone__signed_off check (signed_off_at is null or token_hash is not null);
