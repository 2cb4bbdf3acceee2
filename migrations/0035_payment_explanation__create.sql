-- Payments that M-Pesa's list never explained, and what a person found out about them: they need
-- nobody any more.
create table payment_explanation (
  payment_id uuid primary key references payment,
  words text not null check (words <> ''),
  explained_by uuid not null references account,
  at timestamptz(3) not null
);
create index payment_explanation__explained_by on payment_explanation (explained_by);
