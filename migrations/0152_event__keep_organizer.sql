drop trigger event__ownership_change on event;
drop function note_ownership_change();
drop table event_ownership_change;
drop table rollup_owner;
