-- People who requested an account and have not confirmed their e-mail address. The link sent by
-- e-mail, together with the password, turns a sign-up into an account with the same id. Before
-- that, sign-in is refused.
create table sign_up (
  id uuid primary key,
  -- Lower case, as in account.email.
  email text not null check (email = lower(email) and email <> ''),
  full_name text not null check (full_name <> ''),
  -- Argon2id hash of the chosen password, in PHC format.
  password_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- SHA-256 of the token in the latest link sent.
  token_hash bytea unique
);
create index sign_up__email on sign_up (email, created_at desc);
create index sign_up__expires_at on sign_up (expires_at);

-- Browsers that have signed in to an account before. Sign-in limits for unknown browsers do not
-- apply to them.
create table known_browser (
  -- SHA-256 of the browser's cookie.
  token_hash bytea,
  account_id uuid references account,
  seen_at timestamptz(3) not null,
  primary key (token_hash, account_id)
);
create index known_browser__account on known_browser (account_id, seen_at);
create index known_browser__seen_at on known_browser (seen_at);

-- crowded_out: the account reached its maximum number of sessions, and this session was the least
-- recently used.
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('signed_out', 'replaced', 'reused', 'password_reset', 'crowded_out'));

-- Random input for the successor of a used token. The successor is derived from this nonce, the
-- used token and our secret, so the same successor can be returned again during the grace period.
alter table refresh_token add column successor_nonce bytea;
-- The successor of a token that was used before this column existed cannot be derived.
alter table refresh_token add constraint refresh_token__successor
  check (successor_nonce is null or used_at is not null);

-- Stores addresses in the normal form in which they are looked up.
update account a set email = n.email, updated_at = now()
from (
  select id, lower(normalize(email, nfkc)) as email,
    row_number() over (partition by lower(normalize(email, nfkc)) order by created_at) as nth
  from account
) n
where a.id = n.id and n.nth = 1 and a.email <> n.email
  and not exists (select from account other where other.email = n.email);

-- Unconfirmed accounts become sign-ups, with the link already sent. The account rows remain,
-- because other rows may reference them; opening the link turns the row into a confirmed account.
insert into sign_up (id, email, full_name, password_hash, created_at, expires_at, token_hash)
select a.id, a.email, a.full_name, a.password_hash, a.created_at, l.expires_at, l.token_hash
from account a
join account_link l on l.account_id = a.id and l.purpose = 'confirm' and l.ended_at is null
where a.confirmed_at is null and l.expires_at > now();
update account_link set ended_at = now() where purpose = 'confirm' and ended_at is null;
update session s set ended_at = now(), end_reason = 'signed_out'
from account a where a.id = s.account_id and a.confirmed_at is null and s.ended_at is null;
