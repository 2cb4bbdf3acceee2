-- The image_key whose AVIF files are stored. Another picture has another key, so this needs no reset.
alter table event add column avif_key text;
create index event__image_key on event (image_key) where image_key is not null;
