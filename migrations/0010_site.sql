-- Newsletter subscribers, with the proof of consent that the Data Protection Act requires.
create table newsletter_subscriber (
  id uuid primary key,
  -- As typed. Addresses that differ only in case belong to the same subscriber.
  email text not null,
  -- Random token in the one-step unsubscribe address.
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  consented_at timestamptz(3) not null,
  consent_text text not null,
  consent_source text not null,
  unsubscribed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index newsletter_subscriber__email on newsletter_subscriber (lower(email));

-- Messages of visitors, as written. The e-mail to support is queued in the same transaction.
create table contact_message (
  id uuid primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz(3) not null default now()
);
create index contact_message__created_at on contact_message (created_at);
