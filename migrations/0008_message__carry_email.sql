-- E-mail goes out through the same outbox as SMS.
alter table message drop constraint message_channel_check;
alter table message add constraint message_channel_check check (channel in ('sms', 'email'));
alter table message
  -- The address that it comes from; an SMS has the gateway's sender.
  add column sender text,
  add column reply_to text,
  add column subject text,
  -- The same as body, for readers that show it.
  add column html text,
  -- Where one step ends such mails; only on what was asked for, never on tickets.
  add column unsubscribe_url text,
  add constraint message_email_check
    check ((channel = 'email') = (subject is not null and sender is not null));
