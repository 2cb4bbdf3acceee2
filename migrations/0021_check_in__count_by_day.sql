-- The gate of an event of several days. A pass that enters once per day stays valid once all its
-- people are in, because they may come in again on its next day.
alter table ticket drop constraint ticket__used;
alter table ticket add constraint ticket__used check (
  state = 'void' or (state = 'used') = (admitted = admits and admitted_on is null)
) not valid;

alter table check_in drop constraint check_in_result_check;
alter table check_in add constraint check_in_result_check check (
  result in ('valid', 'used', 'too_many', 'wrong_gate', 'wrong_event', 'void', 'unknown',
    'too_early', 'entry_stopped', 'other_day')
) not valid;

-- The day of the figures, which turns at 06:00. Null for an event of one day.
alter table check_in_delta add day date;
alter table check_ins_by_gate add day date;
alter table check_ins_by_gate drop constraint check_ins_by_gate__key;
alter table check_ins_by_gate add constraint check_ins_by_gate__key
  unique nulls not distinct (event_id, gate_id, ticket_type_id, method, result, reason, day);

-- The form of the list that the phone's app can read. Null before its first contact.
alter table gate_phone add list_form smallint;
