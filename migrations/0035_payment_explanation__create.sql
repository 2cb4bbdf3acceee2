-- Payments that M-Pesa's list never explained, with the explanation of an admin. They then leave
-- the work list.
create table payment_explanation (
  payment_id uuid primary key references payment,
  words text not null check (words <> ''),
  explained_by uuid not null references account,
  at timestamptz(3) not null
);
create index payment_explanation__explained_by on payment_explanation (explained_by);
