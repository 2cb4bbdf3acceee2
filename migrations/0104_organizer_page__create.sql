-- The public page of an organizer, where it differs from the account.
create table organizer_page (
  account_id uuid primary key references account,
  name text not null check (name <> ''),
  words text not null default '',
  image_key text,
  updated_at timestamp(3) with time zone not null
);
create index organizer_page__image_key on organizer_page (image_key) where image_key is not null;
