-- offline: builds indexes on payment
-- How far M-Pesa's list of received payments has been read, and since when it has not been available.
create table mpesa_list (
  id boolean primary key default true check (id),
  -- The list was read completely, without a gap, for payments before this time.
  read_until timestamptz(3),
  unavailable_since timestamptz(3),
  reason text,
  alarmed_at timestamptz(3),
  check ((unavailable_since is null) = (reason is null)),
  check (alarmed_at is null or unavailable_since is not null)
);

-- Payments by paybill that a confirmation reported, by the time of the payment.
create index payment__confirmed_by_paybill on payment (created_at) where settled_by = 'c2b';
