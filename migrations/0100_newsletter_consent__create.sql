-- Each consent to the newsletter and each withdrawal. The subscriber's row has the latest consent.
create table newsletter_consent (
  id bigint primary key generated always as identity,
  subscriber_id uuid not null references newsletter_subscriber,
  is_given boolean not null,
  -- The words that were read, in the language in which they were read. '' for a withdrawal.
  text text not null,
  source text not null,
  at timestamp(3) with time zone not null
);
create index newsletter_consent__subscriber on newsletter_consent (subscriber_id);
insert into newsletter_consent (subscriber_id, is_given, text, source, at)
select id, true, consent_text, consent_source, consented_at from newsletter_subscriber;
insert into newsletter_consent (subscriber_id, is_given, text, source, at)
select id, false, '', '', unsubscribed_at from newsletter_subscriber where unsubscribed_at is not null;
