-- offline: builds indexes on order
-- The number dialled after our service code to reach one event (*265*25*123#). Assigned when the
-- event is first published and never changed, because it is printed on posters and read out on the
-- radio. At least three digits, so that it cannot be mistaken for a menu choice.
alter table event add column dial_code integer unique check (dial_code >= 100);
update event e set dial_code = given.code from (
  select id, 99 + row_number() over (order by created_at, id) as code from event where is_published
) given where given.id = e.id;

-- A trigger, because events are published by a form, by an uploaded file and by the sample data.
-- The next number is never a number that was assigned before, because events are never deleted and
-- keep their number.
create function give_dial_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.dial_code is not null then
    new.dial_code := old.dial_code;
  elsif new.is_published then
    -- When two events are published concurrently, the second waits until the first has committed.
    perform pg_advisory_xact_lock(hashtext('dial_code'));
    new.dial_code := (select coalesce(max(dial_code), 99) + 1 from event);
  else
    new.dial_code := null;
  end if;
  return new;
end $$;
create trigger event__dial_code before insert or update of is_published, dial_code on event
  for each row execute function give_dial_code();

-- A USSD session, by the gateway's id, with the state of its last screen, so that a digit means the
-- choice that this screen showed. Kept for 30 days.
create table ussd_session (
  id text primary key,
  phone text not null,
  language text not null check (language in ('en', 'sw')),
  -- The input dialled after our service code.
  dialled text not null,
  -- Number of turns so far. A turn that was answered twice concurrently is counted once.
  turns integer not null check (turns > 0),
  -- All input so far, as the gateway sent it in the last turn.
  typed text not null,
  -- The present screen and the target of each digit; null once the session has ended.
  state jsonb,
  -- The last order placed in this session.
  order_id uuid,
  -- How the session ended, as the gateway reported it.
  ending text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index ussd_session__phone on ussd_session (phone, updated_at);
create index ussd_session__created on ussd_session (created_at);

-- Each turn and its response. The gateway does not number turns, so the input so far identifies a
-- turn.
create table ussd_turn (
  session_id text not null references ussd_session,
  typed text not null,
  answer text not null,
  at timestamptz(3) not null,
  primary key (session_id, typed)
);

-- Index for 'My tickets' by the caller's phone: orders placed from this phone, or orders whose
-- tickets were sent to it.
create index order__phone on "order" (phone);
create index order__tickets_to on "order" (own_phone) where own_phone is not null;
