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

-- Whose figures, orders and check-ins these are; null belongs to the house, seen by admins alone.
alter table event add column organizer_id uuid references account;
create index event__organizer on event (organizer_id, date, id);
