-- The second factor of an account: codes from an app (TOTP).
create table second_factor (
  account_id uuid primary key references account,
  -- The secret that the app shares, encrypted with a key of the shop.
  sealed_secret bytea not null,
  -- The last step of 30 seconds whose code was used. An older code works no more.
  last_step integer not null,
  created_at timestamp(3) with time zone not null
);

-- Codes that replace the app, each of them once.
create table recovery_code (
  code_hash bytea primary key,
  account_id uuid not null references account,
  used_at timestamp(3) with time zone
);
create index recovery_code__account on recovery_code (account_id);

-- Sign-ins whose password was right and whose code is missing.
create table sign_in_challenge (
  token_hash bytea primary key,
  account_id uuid not null references account,
  -- The stored hash that matched the password.
  checked_hash text not null,
  -- The secret of a factor that the code will confirm; null if the account has a factor.
  sealed_secret bytea,
  wrong_codes integer not null default 0,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null check (expires_at > created_at)
);
create index sign_in_challenge__account on sign_in_challenge (account_id);
create index sign_in_challenge__expires_at on sign_in_challenge (expires_at);

-- Whether a code of the second factor opened the session.
alter table session add column has_factor boolean not null default false;
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check check (end_reason in ('signed_out',
  'replaced', 'reused', 'password_reset', 'crowded_out', 'second_factor')) not valid;
-- Reads the sessions without blocking them.
alter table session validate constraint session_end_reason_check;
