-- Questions that an organizer asks of ticket holders after they have paid, at most five per event.
create table question (
  id uuid primary key,
  event_id uuid not null references event (id),
  position smallint not null,
  text_en text not null check (text_en <> ''),
  text_sw text not null check (text_sw <> ''),
  why_en text not null check (why_en <> ''),
  why_sw text not null check (why_sw <> ''),
  kind text not null check (kind in ('choice', 'text', 'name')),
  choices jsonb not null default '[]',
  -- The ids of ticket types; null for all types but add-ons. A removed type asks nobody, so no
  -- foreign key keeps one.
  type_ids jsonb,
  per text not null check (per in ('ticket', 'person')),
  -- The last day on which an answer is taken; null until the event is over.
  until date,
  -- Shown on the door list and when a gate finds a ticket.
  is_at_door boolean not null default false,
  created_at timestamptz(3) not null,
  -- No longer asked. Its answers stay until their term.
  archived_at timestamptz(3),
  constraint question__choices check ((kind = 'choice') = (jsonb_array_length(choices) > 0))
);
create index question__event on question (event_id);
create unique index question__at_door on question (event_id)
  where is_at_door and archived_at is null;

create table answer (
  ticket_id uuid not null references ticket (id),
  question_id uuid not null references question (id),
  -- The people of a ticket are numbered from 1; 0 stands for the whole ticket.
  person smallint not null check (person >= 0),
  value text not null check (value <> ''),
  at timestamptz(3) not null,
  primary key (ticket_id, question_id, person)
);
create index answer__question on answer (question_id);

-- A person who leaves a ticket, by a transfer, a refund or any other way, takes no answer along, and
-- leaves none: the highest numbers without an answer leave first, then the highest numbers. A trigger,
-- because no statement that makes a ticket smaller may forget the answers.
create function forget_answers() returns trigger language plpgsql as $$
begin
  delete from answer where ticket_id = new.id and (new.state = 'void' or person > 0 and person not in (
    select distinct person from answer where ticket_id = new.id and person > 0
    order by person limit new.admits
  ));
  return null;
end $$;
create trigger ticket__forget_answers after update on ticket for each row
  when (new.admits < old.admits or new.state = 'void' and old.state <> 'void')
  execute function forget_answers();

alter table request drop constraint request_kind_check;
alter table request add constraint request_kind_check
  check (kind in ('event', 'measure', 'payout', 'questions'));
