-- SMS and e-mails to people. A message is inserted in the same transaction as the change that it
-- reports.
create table message (
  id uuid primary key,
  channel text not null default 'sms' check (channel in ('sms', 'email')),
  -- The sender's e-mail address. Null for an SMS: the gateway sets the sender.
  sender text,
  recipient text not null,
  reply_to text,
  subject text,
  body text not null,
  -- The body as HTML, for mail programs that show HTML.
  html text,
  -- One-click unsubscribe address. Set only for mail that the recipient subscribed to, never for
  -- tickets.
  unsubscribe_url text,
  -- True if the text contains a link that signs its reader in. The text is deleted once the link is
  -- no longer needed.
  forget_text boolean not null default false,
  -- Identifies the subject of this message, so that the same message is never sent twice.
  dedupe_key text not null unique,
  -- sending: the call is in progress, or the process died during the call. doubtful: the message
  -- may have been sent.
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'doubtful', 'sent', 'delivered', 'failed')),
  provider_message_id text,
  provider_status text,
  attempts integer not null default 0,
  -- Number of repeated sends after a send with an unknown result.
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

-- Delivery reports as received. A report can arrive before the response to the send itself.
create table delivery_report (
  id bigint generated always as identity primary key,
  provider_message_id text not null,
  status text not null,
  recipient text not null,
  failure_reason text,
  -- The message for which this report was counted.
  message_id uuid references message,
  received_at timestamptz(3) not null default now()
);
create index delivery_report__provider_message on delivery_report (provider_message_id);
create index delivery_report__recipient on delivery_report (recipient, received_at);
create index delivery_report__message on delivery_report (message_id);
