-- The copy of an event is a draft without date and time. An event that is or was published has both.
alter table event
  alter column date drop not null,
  alter column time drop not null,
  add constraint event__dated
    check (date is not null and time is not null or not is_published and dial_code is null);
