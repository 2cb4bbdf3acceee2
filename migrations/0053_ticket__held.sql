-- offline: builds indexes on ticket
-- Index for 'My tickets' by USSD: tickets that were transferred to the calling phone.
create index ticket__holder on ticket (holder_phone) where holder_phone is not null;
