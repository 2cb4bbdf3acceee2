-- Network addresses of entries of the audit log, which is append-only and holds no person.
create table audit_address (
  audit_id bigint primary key references audit_log,
  address text not null
);

-- Accounts that nobody signs in to are closed after their term, which begins now for all.
alter table account add column signed_in_at timestamp(3) with time zone not null default now();
