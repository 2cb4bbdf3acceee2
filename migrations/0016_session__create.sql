-- One sign-in on one browser: the family of its refresh tokens, each made from the one before.
create table session (
  id uuid primary key,
  account_id uuid not null references account,
  created_at timestamptz(3) not null,
  -- Moves on with each refresh.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- reused: an old token came back, so that one of two holders is a thief.
  end_reason text check (end_reason in ('signed_out', 'replaced', 'reused', 'password_reset')),
  check ((ended_at is null) = (end_reason is null))
);
create index session__account on session (account_id);
create index session__expires_at on session (expires_at);

create table refresh_token (
  -- SHA-256: whoever reads this table can sign in nowhere.
  token_hash bytea primary key,
  session_id uuid not null references session,
  issued_at timestamptz(3) not null,
  -- When it was first used; afterwards it is good for the grace alone.
  used_at timestamptz(3)
);
create index refresh_token__session on refresh_token (session_id);
