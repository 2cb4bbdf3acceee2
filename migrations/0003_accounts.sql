-- Who signs in: organizers and admins. The specification calls id and role the profile.
create table account (
  id uuid primary key,
  -- Lower case, as it is compared.
  email text not null unique check (email = lower(email) and email <> ''),
  full_name text not null check (full_name <> ''),
  -- Argon2id, with its parameters, in PHC form.
  password_hash text not null,
  role text not null default 'organizer' check (role in ('organizer', 'admin')),
  -- Only an account whose address is confirmed may own events.
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

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

-- Links that were e-mailed: each good for one purpose, once, for a while.
create table account_link (
  token_hash bytea primary key,
  account_id uuid not null references account,
  purpose text not null check (purpose in ('confirm', 'reset')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Used, or overtaken by another one.
  ended_at timestamptz(3)
);
create index account_link__account on account_link (account_id);
create index account_link__expires_at on account_link (expires_at);

-- Append-only: who changed what that buyers, organizers or money depend on, in the transaction of
-- the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  -- Null where no account did it, such as a command on the server.
  account_id uuid references account,
  -- What was done, such as event_published.
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$'),
  -- What it was done to, as people called it then.
  subject text not null,
  -- References event, which comes later and adds the key.
  event_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log__account on audit_log (account_id);
create index audit_log__event on audit_log (event_id, id);
create trigger audit_log__append_only before update or delete on audit_log
  for each statement execute function refuse_change();
