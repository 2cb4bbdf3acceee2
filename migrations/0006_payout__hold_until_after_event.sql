alter table event
  -- 'after_event': nothing is paid out before the morning after the last of the event's dates.
  add payout_release text not null default 'any_time',
  -- Nothing is paid out from here on, until an admin releases the event with a reason.
  add payouts_frozen_at timestamptz(3),
  add payouts_released_at timestamptz(3);
alter table event add constraint event__payout_release
  check (payout_release in ('any_time', 'after_event')) not valid;

-- `held_until` is the event's at the time of the row. Null: its money may leave at any time.
alter table payout add held_until timestamptz(3);
alter table payout add constraint payout__held
  check (state <> 'approved' or decided_at >= held_until) not valid;
alter table payout_part add held_until timestamptz(3);
alter table payout_part add constraint payout_part__held
  check (state in ('due', 'manual', 'given_back') or since >= held_until) not valid;
-- Only payouts that admins record have one: cash at the door stays with the organizer.
alter table ledger_entry add held_until timestamptz(3);
alter table ledger_entry add constraint ledger_entry__held check (at >= held_until) not valid;
