-- What goes out to a person, by SMS or by e-mail. Inserted in the transaction of what it tells about.
create table message (
  id uuid primary key,
  channel text not null default 'sms' check (channel in ('sms', 'email')),
  -- The address that it comes from; an SMS has the gateway's sender.
  sender text,
  recipient text not null,
  reply_to text,
  subject text,
  body text not null,
  -- The same as body, for readers that show it.
  html text,
  -- Where one step ends such mails; only on what was asked for, never on tickets.
  unsubscribe_url text,
  -- A link that lets somebody in must not be read here later: its text goes once nobody needs it.
  forget_text boolean not null default false,
  -- Names what this message is about; the same thing is never told twice.
  dedupe_key text not null unique,
  -- sending: the call is under way, or the process died in it. doubtful: it may have left.
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'doubtful', 'sent', 'delivered', 'failed')),
  provider_message_id text,
  provider_status text,
  attempts integer not null default 0,
  -- How often it was sent again because nobody knows whether it had left.
  resent integer not null default 0,
  last_error text,
  sending_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint message_email_check
    check ((channel = 'email') = (subject is not null and sender is not null))
) with (fillfactor = 70);
create index message__unsettled on message (sending_at) where state in ('sending', 'doubtful');
create index message__provider_message on message (provider_message_id);
create index message__recipient on message (recipient, created_at);

-- Delivery reports as they came; one may arrive before the answer to its own send.
create table delivery_report (
  id bigint generated always as identity primary key,
  provider_message_id text not null,
  status text not null,
  recipient text not null,
  failure_reason text,
  -- The message it was counted for.
  message_id uuid references message,
  received_at timestamptz(3) not null default now()
);
create index delivery_report__provider_message on delivery_report (provider_message_id);
create index delivery_report__recipient on delivery_report (recipient, received_at);
create index delivery_report__message on delivery_report (message_id);
