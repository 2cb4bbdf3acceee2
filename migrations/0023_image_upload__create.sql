-- Pictures that were uploaded, written down before their files are stored, so that a sweep finds
-- the files of those that no event took.
create table image_upload (
  -- As in event.image_key.
  key text primary key,
  account_id uuid not null references account,
  created_at timestamptz(3) not null,
  -- Since when no event has had it; null while one has.
  free_since timestamptz(3),
  -- Its files are being deleted: no event may take it any more.
  doomed_at timestamptz(3)
);
create index image_upload__account on image_upload (account_id);
create index image_upload__free_since on image_upload (free_since) where free_since is not null;
