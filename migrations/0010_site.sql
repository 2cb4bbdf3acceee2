-- Who asked for the newsletter, with the proof of it that the Data Protection Act wants.
create table newsletter_subscriber (
  id uuid primary key,
  -- As typed; the same address in another case is the same subscriber.
  email text not null,
  -- Random, in the address that ends the subscription in one step.
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  consented_at timestamptz(3) not null,
  consent_text text not null,
  consent_source text not null,
  unsubscribed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index newsletter_subscriber__email on newsletter_subscriber (lower(email));

-- What visitors wrote to us, as they wrote it; the e-mail to support is queued beside it.
create table contact_message (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz(3) not null default now()
);
create index contact_message__created_at on contact_message (created_at);
