-- A request that waits for approval or was decided: the last one about each subject. The state and
-- the proposal of a kind are the room's that asks; this table knows no subject.
create table request (
  kind text not null check (kind in ('event', 'measure', 'payout')),
  subject_id uuid not null,
  proposal jsonb not null,
  reason text not null,
  -- How often approval of this subject was requested.
  version integer not null default 1,
  state text not null check (state in ('sent', 'returned', 'approved', 'withdrawn')),
  asked_by uuid not null references account,
  asked_at timestamp(3) with time zone not null,
  decided_by uuid references account,
  decided_at timestamp(3) with time zone,
  -- The reason of a return.
  note text not null default '',
  primary key (kind, subject_id),
  constraint request__decided check (
    (state = 'sent') = (decided_by is null) and (state = 'sent') = (decided_at is null)
  ),
  constraint request__note check ((state = 'returned') = (note <> ''))
);
create index request__asked_by on request (asked_by);
create index request__decided_by on request (decided_by) where decided_by is not null;
create index request__waiting on request (asked_at) where state = 'sent';

drop table event_review, measure_request;
