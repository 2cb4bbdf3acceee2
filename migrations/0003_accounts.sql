-- Organizers and admins, who can sign in. The specification calls id and role the profile.
create table account (
  id uuid primary key,
  -- Stored in lower case, because addresses are compared in lower case.
  email text not null unique check (email = lower(email) and email <> ''),
  full_name text not null check (full_name <> ''),
  -- Argon2id hash with its parameters, in PHC format.
  password_hash text not null,
  role text not null default 'organizer' check (role in ('organizer', 'admin')),
  -- Only an account with a confirmed address may own events.
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- One sign-in in one browser: a family of refresh tokens, each derived from the token before.
create table session (
  id uuid primary key,
  account_id uuid not null references account,
  created_at timestamptz(3) not null,
  -- Extended at each refresh.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- reused: an old token was used again, so one of its two holders stole it.
  end_reason text check (end_reason in ('signed_out', 'replaced', 'reused', 'password_reset')),
  check ((ended_at is null) = (end_reason is null))
);
create index session__account on session (account_id);
create index session__expires_at on session (expires_at);

create table refresh_token (
  -- SHA-256 of the token, so that a reader of this table cannot sign in.
  token_hash bytea primary key,
  session_id uuid not null references session,
  issued_at timestamptz(3) not null,
  -- Time of the first use. After that, the token is accepted only during a short grace period.
  used_at timestamptz(3)
);
create index refresh_token__session on refresh_token (session_id);

-- Links sent by e-mail. Each link serves one purpose, works once and expires.
create table account_link (
  token_hash bytea primary key,
  account_id uuid not null references account,
  purpose text not null check (purpose in ('confirm', 'reset')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set when the link is used or replaced by a newer link.
  ended_at timestamptz(3)
);
create index account_link__account on account_link (account_id);
create index account_link__expires_at on account_link (expires_at);

-- Append-only log of changes that affect buyers, organizers or money. A row is written in the same
-- transaction as its change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  -- Null if a command on the server made the change, and not an account.
  account_id uuid references account,
  -- Code of the action, such as event_published.
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$'),
  -- Name of the changed object at that time.
  subject text not null,
  -- References the table event. A later migration creates that table and adds the foreign key.
  event_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log__account on audit_log (account_id);
create index audit_log__event on audit_log (event_id, id);
create trigger audit_log__append_only before update or delete on audit_log
  for each statement execute function refuse_change();
