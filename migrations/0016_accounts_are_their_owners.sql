-- Who asked for an account and has not shown yet that the address is theirs. It becomes an account,
-- with this id, by the link that was mailed and a password: before that nobody can sign in.
create table sign_up (
  id uuid primary key,
  -- Lower case, as an account's.
  email text not null check (email = lower(email) and email <> ''),
  full_name text not null check (full_name <> ''),
  -- Argon2id, in PHC form, of the password that was asked for.
  password_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- SHA-256 of the link's token, of the last that was mailed.
  token_hash bytea unique
);
create index sign_up__email on sign_up (email, created_at desc);
create index sign_up__expires_at on sign_up (expires_at);

-- Browsers that have signed in to an account: they pass where strangers are stopped.
create table known_browser (
  -- SHA-256 of a cookie.
  token_hash bytea,
  account_id uuid references account,
  seen_at timestamptz(3) not null,
  primary key (token_hash, account_id)
);
create index known_browser__account on known_browser (account_id, seen_at);
create index known_browser__seen_at on known_browser (seen_at);

-- crowded_out: the account has too many, and this one was not used for the longest time.
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('signed_out', 'replaced', 'reused', 'password_reset', 'crowded_out'));

-- What the one successor of a used token is made from, with the token itself and our secret: so it
-- can be answered again to whoever asks within the grace.
alter table refresh_token add column successor_nonce bytea;
-- A token that was used before this column has a successor that nobody can name.
alter table refresh_token add constraint refresh_token__successor
  check (successor_nonce is null or used_at is not null);

-- Addresses in the one spelling in which they are looked for.
update account a set email = n.email, updated_at = now()
from (
  select id, lower(normalize(email, nfkc)) as email,
    row_number() over (partition by lower(normalize(email, nfkc)) order by created_at) as nth
  from account
) n
where a.id = n.id and n.nth = 1 and a.email <> n.email
  and not exists (select from account other where other.email = n.email);

-- Accounts that nobody has confirmed wait as sign-ups do, with the link that was mailed. Their rows
-- stay, because others may name them, and are taken over when it is used.
insert into sign_up (id, email, full_name, password_hash, created_at, expires_at, token_hash)
select a.id, a.email, a.full_name, a.password_hash, a.created_at, l.expires_at, l.token_hash
from account a
join account_link l on l.account_id = a.id and l.purpose = 'confirm' and l.ended_at is null
where a.confirmed_at is null and l.expires_at > now();
update account_link set ended_at = now() where purpose = 'confirm' and ended_at is null;
update session s set ended_at = now(), end_reason = 'signed_out'
from account a where a.id = s.account_id and a.confirmed_at is null and s.ended_at is null;
