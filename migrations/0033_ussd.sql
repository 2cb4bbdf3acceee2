-- What is dialled behind our code for one event (*265*25*123#): given when it is first published, and
-- then its for ever, for it is printed on posters and said on the radio. Three digits at least, so that
-- no menu's digit is one.
alter table event add column dial_code integer unique check (dial_code >= 100);
update event e set dial_code = given.code from (
  select id, 99 + row_number() over (order by created_at, id) as code from event where is_published
) given where given.id = e.id;

-- Whoever publishes it: a form, a file, the sample. The next number is never one that was given before,
-- for no event is deleted and none loses its own.
create function give_dial_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.dial_code is not null then
    new.dial_code := old.dial_code;
  elsif new.is_published then
    -- Two that are published at once: the second waits for the first one's commit.
    perform pg_advisory_xact_lock(hashtext('dial_code'));
    new.dial_code := (select coalesce(max(dial_code), 99) + 1 from event);
  else
    new.dial_code := null;
  end if;
  return new;
end $$;
create trigger event__dial_code before insert or update of is_published, dial_code on event
  for each row execute function give_dial_code();

-- A dialled session, by the gateway's id, with what it is shown: its digits mean what they meant on the
-- screen that they answer. Kept for 30 days.
create table ussd_session (
  id text primary key,
  phone text not null,
  language text not null check (language in ('en', 'sw')),
  -- What stood behind our code.
  dialled text not null,
  -- Turns so far: one that was answered twice at once is written once.
  turns integer not null check (turns > 0),
  -- All that was typed, as the last turn told it.
  typed text not null,
  -- Where it is and what each digit leads to; null once there is nothing more to answer.
  state jsonb,
  -- Its last order.
  order_id uuid,
  -- What the gateway told of its end.
  ending text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index ussd_session__phone on ussd_session (phone, updated_at);
create index ussd_session__created on ussd_session (created_at);

-- Each turn and its answer: the gateway numbers none, so what was typed so far tells them apart.
create table ussd_turn (
  session_id text not null references ussd_session,
  typed text not null,
  answer text not null,
  at timestamptz(3) not null,
  primary key (session_id, typed)
);

-- 'My tickets', by the phone that calls: whose order it was, or who was to have its tickets.
create index order__phone on "order" (phone);
create index order__tickets_to on "order" (own_phone) where own_phone is not null;
