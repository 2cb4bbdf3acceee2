-- What a phone that calls has been sent by others.
create index ticket__holder on ticket (holder_phone) where holder_phone is not null;
