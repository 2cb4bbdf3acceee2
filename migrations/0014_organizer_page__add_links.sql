-- Where else visitors find an organizer: a WhatsApp number, and handles without the @.
alter table organizer_page
  add column whatsapp text check (whatsapp ~ '^[1-9][0-9]{7,14}$'),
  add column instagram text check (instagram ~ '^[a-z0-9._]{1,30}$'),
  add column tiktok text check (tiktok ~ '^[a-z0-9._]{2,24}$');
