-- People who work on the events of another account. The account that owns events is an
-- organization: the organization has the id of that account, which owns it without a row here.
create table member (
  id uuid primary key,
  organization_id uuid not null references account,
  account_id uuid not null references account check (account_id <> organization_id),
  -- Null for all events of the organization, later ones included.
  event_id uuid references event,
  role text not null check (role in ('owner', 'editor', 'money', 'door_lead', 'promoter')),
  created_at timestamp(3) with time zone not null,
  constraint member__once unique nulls not distinct (account_id, organization_id, event_id)
);
create index member__organization on member (organization_id);
create index member__event on member (event_id) where event_id is not null;

-- Invitations to become a member, by email or SMS.
create table invitation (
  id uuid primary key,
  -- SHA-256 of the token in the link.
  token_hash bytea not null unique,
  organization_id uuid not null references account,
  event_id uuid references event,
  role text not null check (role in ('owner', 'editor', 'money', 'door_lead', 'promoter')),
  email text check (email = lower(email)),
  phone text check (num_nonnulls(email, phone) = 1),
  invited_by uuid not null references account,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null check (expires_at > created_at),
  accepted_by uuid references account,
  -- When the invitation was accepted or withdrawn.
  ended_at timestamp(3) with time zone check (ended_at is not null or accepted_by is null)
);
create index invitation__organization on invitation (organization_id, created_at);
create index invitation__event on invitation (event_id) where event_id is not null;
create index invitation__invited_by on invitation (invited_by);
create index invitation__accepted_by on invitation (accepted_by) where accepted_by is not null;
