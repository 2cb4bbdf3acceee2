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
