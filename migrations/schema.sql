-- The migrated schema, written from the catalogue: npm run schema. Do not edit.

CREATE OR REPLACE FUNCTION public.fold_search(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select trim(regexp_replace(
    replace(replace(replace(
      lower(translate(
        regexp_replace(
          normalize(translate(typed, '''’‘‛ʼʻʹ`´′＇', ''), NFKD),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]',
          '', 'g'),
        'ØøŁłĐđĦħŦŧıÆŒẞ', 'oollddhhttiæœß')),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'),
    '[\s\u2010-\u2015\u2212-]+', ' ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.forget_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from answer where ticket_id = new.id and (new.state = 'void' or person > 0 and person not in (
    select distinct person from answer where ticket_id = new.id and person > 0
    order by person limit new.admits
  ));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.give_dial_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.dial_code is not null then
    new.dial_code := old.dial_code;
  elsif new.is_published then
    -- When two events are published concurrently, the second waits until the first has committed.
    perform pg_advisory_xact_lock(hashtext('dial_code'));
    new.dial_code := (select coalesce(max(dial_code), 99) + 1 from event);
  else
    new.dial_code := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_ticket_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) < 2 or sum(amount_cents) <> 0 from ledger_line where entry_id = new.id) then
    raise exception 'the ledger entry % is not balanced', new.movement;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from written group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'the lines of a ledger entry do not sum to zero';
  end if;
  return null;
end $function$;

create extension if not exists pg_trgm;

create table account (
  id uuid not null,
  email text not null,
  full_name text not null,
  password_hash text not null,
  role text not null default 'organizer'::text,
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  publishes_alone boolean not null default false,
  signed_in_at timestamp(3) with time zone not null default now(),
  phone text,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_email_key UNIQUE (email),
  constraint account_email_check CHECK (email = lower(email) AND email <> ''::text),
  constraint account_full_name_check CHECK (full_name <> ''::text),
  constraint account_phone_check CHECK (phone ~ '^254[17][0-9]{8}$'::text),
  constraint account_role_check CHECK (role = ANY (ARRAY['organizer'::text, 'admin'::text]))
);

create table category (
  id uuid not null,
  name text not null,
  "position" smallint not null,
  constraint category_pkey PRIMARY KEY (id),
  constraint category_name_key UNIQUE (name)
);
CREATE UNIQUE INDEX category__name ON category USING btree (lower(name));

create table event (
  id uuid not null,
  organizer_id uuid,
  title text not null,
  description text not null default ''::text,
  image_key text,
  avif_key text,
  date date,
  "time" time(0) without time zone,
  location text not null,
  expected_attendees integer,
  price_cents integer not null,
  category_id uuid,
  is_main_event boolean not null default false,
  is_featured boolean not null default false,
  is_published boolean not null default false,
  is_sold_out boolean not null default false,
  is_limited_tickets boolean not null default false,
  is_new boolean not null default false,
  cancelled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  search_text text not null generated always as (((((((((fold_search(title) || ' '::text) || fold_search(location)) || ' '::text) || fold_search(description)) || ' '::text) || replace(fold_search(title), ' '::text, ''::text)) || ' '::text) || replace(fold_search(location), ' '::text, ''::text))) stored,
  is_over boolean not null default false,
  dial_code integer,
  max_per_phone integer,
  sales_stopped_at timestamp(3) with time zone,
  sales_forgotten_at timestamp(3) with time zone,
  fees_on_top boolean not null default false,
  copied_date date,
  payout_release text not null default 'any_time'::text,
  payouts_frozen_at timestamp(3) with time zone,
  payouts_released_at timestamp(3) with time zone,
  highest_day smallint not null default 0,
  days_after smallint not null default 0,
  last_date date generated always as ((date + (days_after)::integer)) stored,
  constraint event_pkey PRIMARY KEY (id),
  constraint event_dial_code_key UNIQUE (dial_code),
  constraint event__dated CHECK (date IS NOT NULL AND "time" IS NOT NULL OR NOT is_published AND dial_code IS NULL),
  constraint event__payout_release CHECK (payout_release = ANY (ARRAY['any_time'::text, 'after_event'::text])),
  constraint event_days_after_check CHECK (days_after >= 0 AND days_after <= 60),
  constraint event_dial_code_check CHECK (dial_code >= 100),
  constraint event_expected_attendees_check CHECK (expected_attendees >= 0),
  constraint event_max_per_phone_check CHECK (max_per_phone >= 1),
  constraint event_price_cents_check CHECK (price_cents >= 0),
  constraint event_title_check CHECK (title <> ''::text),
  constraint event_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint event_organizer_id_fkey FOREIGN KEY (organizer_id) REFERENCES account(id)
);
CREATE INDEX event__category ON event USING btree (category_id);
CREATE INDEX event__date ON event USING btree (date, "time", id) WHERE is_published AND NOT is_over;
CREATE INDEX event__featured ON event USING btree (date, "time", id) WHERE is_published AND is_featured AND cancelled_at IS NULL AND NOT is_over;
CREATE INDEX event__free ON event USING btree (date, "time", id) WHERE is_published AND price_cents = 0 AND NOT is_over;
CREATE INDEX event__image_key ON event USING btree (image_key) WHERE image_key IS NOT NULL;
CREATE INDEX event__main ON event USING btree (date, "time", id) WHERE is_published AND is_main_event AND cancelled_at IS NULL AND NOT is_over;
CREATE INDEX event__of_category ON event USING btree (category_id, date, "time", id) WHERE NOT is_over;
CREATE INDEX event__organizer ON event USING btree (organizer_id, date, id);
CREATE INDEX event__search ON event USING gin (search_text gin_trgm_ops);
CREATE INDEX event__search_on_sale ON event USING gin (search_text gin_trgm_ops) WHERE is_published AND NOT is_over;
CREATE INDEX event__town ON event USING btree (lower(regexp_replace(location, '^.*, *'::text, ''::text)), date, "time", id) WHERE is_published AND NOT is_over;
CREATE INDEX event__unmarked ON event USING btree (date) WHERE NOT is_over;
CREATE TRIGGER event__dial_code BEFORE INSERT OR UPDATE OF is_published, dial_code ON event FOR EACH ROW EXECUTE FUNCTION give_dial_code();

create table gate (
  id uuid not null,
  name text not null,
  gate_offset smallint not null,
  event_id uuid,
  constraint gate_pkey PRIMARY KEY (id),
  constraint gate__offset CHECK (event_id IS NULL OR gate_offset >= 1000),
  constraint gate_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);
CREATE UNIQUE INDEX gate__event_name ON gate USING btree (event_id, lower(name));
CREATE UNIQUE INDEX gate__name ON gate USING btree (lower(name)) WHERE event_id IS NULL;

create table gate_phone (
  id uuid not null,
  event_id uuid not null,
  gate_id uuid,
  name text not null,
  may_sell boolean not null default false,
  made_by uuid not null,
  code_hash bytea,
  code_until timestamp(3) with time zone,
  token_hash bytea,
  paired_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  seen_at timestamp(3) with time zone,
  unsent integer,
  battery smallint,
  clock_ms bigint,
  app text,
  created_at timestamp(3) with time zone not null default now(),
  proofs integer not null default 0,
  signed_off_at timestamp(3) with time zone,
  paired_browser text,
  paired_address text,
  unknown_count integer not null default 0,
  unknown_since timestamp(3) with time zone,
  shown_types jsonb,
  list_form smallint,
  constraint gate_phone_pkey PRIMARY KEY (id),
  constraint gate_phone_code_hash_key UNIQUE (code_hash),
  constraint gate_phone_token_hash_key UNIQUE (token_hash),
  constraint gate_phone__signed_off CHECK (signed_off_at IS NULL OR token_hash IS NOT NULL),
  constraint gate_phone_check CHECK ((code_hash IS NULL) = (code_until IS NULL)),
  constraint gate_phone_check1 CHECK ((token_hash IS NULL) = (paired_at IS NULL)),
  constraint gate_phone_name_check CHECK (name <> ''::text),
  constraint gate_phone_proofs_check CHECK (proofs >= 0),
  constraint gate_phone_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint gate_phone_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint gate_phone_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id)
);
CREATE INDEX gate_phone__event ON gate_phone USING btree (event_id, created_at, id);
CREATE INDEX gate_phone__gate ON gate_phone USING btree (gate_id) WHERE gate_id IS NOT NULL;
CREATE INDEX gate_phone__maker ON gate_phone USING btree (made_by);

create table "order" (
  id uuid not null,
  code text not null,
  event_id uuid not null,
  state text not null default 'pending'::text,
  phone text,
  email text,
  amount_cents bigint not null,
  request_fingerprint text not null,
  attempt smallint not null default 1,
  failure_code text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  paid_at timestamp(3) with time zone,
  issued_at timestamp(3) with time zone,
  client_network text,
  prompted_at timestamp(3) with time zone,
  recipient_phone text,
  payment_method text not null default 'prompt'::text,
  sold_by uuid,
  admit_on_issue boolean not null default false,
  language text not null default 'en'::text,
  admit_gate_id uuid,
  is_open boolean not null generated always as ((state = ANY (ARRAY['pending'::text, 'failed'::text]))) stored,
  counts_for_reputation boolean not null generated always as (((paid_at IS NOT NULL) OR ((state = ANY (ARRAY['failed'::text, 'expired'::text])) AND (prompted_at IS NOT NULL)))) stored,
  client_prefix text,
  constraint order_pkey PRIMARY KEY (id),
  constraint order_code_key UNIQUE (code),
  constraint order_amount_cents_check CHECK ((amount_cents % 100::bigint) = 0 AND amount_cents >= 0 AND (amount_cents = 0) = (payment_method = ANY (ARRAY['complimentary'::text, 'free'::text]))),
  constraint order_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'::text),
  constraint order_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint order_payment_method_check CHECK (payment_method = ANY (ARRAY['prompt'::text, 'paybill'::text, 'cash'::text, 'complimentary'::text, 'free'::text])),
  constraint order_phone_check CHECK (phone ~ '^254[17][0-9]{8}$'::text),
  constraint order_recipient_phone_check CHECK (recipient_phone ~ '^254[17][0-9]{8}$'::text),
  constraint order_state_check CHECK (state = ANY (ARRAY['pending'::text, 'failed'::text, 'expired'::text, 'paid'::text, 'issued'::text, 'refund_due'::text, 'refunded'::text])),
  constraint order_admit_gate_id_fkey FOREIGN KEY (admit_gate_id) REFERENCES gate(id),
  constraint order_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint order_sold_by_fkey FOREIGN KEY (sold_by) REFERENCES gate_phone(id)
) with (fillfactor=70);
CREATE INDEX order__admit_gate ON "order" USING btree (admit_gate_id) WHERE admit_gate_id IS NOT NULL;
CREATE INDEX order__client_network ON "order" USING btree (client_network, created_at DESC) WHERE client_network IS NOT NULL;
CREATE INDEX order__created ON "order" USING brin (created_at);
CREATE INDEX order__email ON "order" USING btree (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX order__event ON "order" USING btree (event_id);
CREATE INDEX order__open_client_network ON "order" USING btree (client_network, event_id) WHERE is_open AND client_network IS NOT NULL;
CREATE INDEX order__open_client_prefix ON "order" USING btree (client_prefix, event_id) WHERE is_open AND client_prefix IS NOT NULL;
CREATE INDEX order__other_recipient ON "order" USING btree (created_at) WHERE is_open AND recipient_phone <> phone;
CREATE INDEX order__phone ON "order" USING btree (phone);
CREATE INDEX order__prefix_reputation ON "order" USING btree (client_prefix, created_at DESC) WHERE counts_for_reputation AND client_prefix IS NOT NULL;
CREATE INDEX order__recipient_phone ON "order" USING btree (recipient_phone) WHERE recipient_phone IS NOT NULL;
CREATE INDEX order__reputation ON "order" USING btree (client_network, created_at DESC) WHERE counts_for_reputation AND client_network IS NOT NULL;
CREATE INDEX order__sold_by ON "order" USING btree (sold_by) WHERE sold_by IS NOT NULL;
CREATE UNIQUE INDEX order__open ON "order" USING btree (phone, event_id) WHERE is_open;

create table account_link (
  token_hash bytea not null,
  account_id uuid not null,
  purpose text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint account_link_pkey PRIMARY KEY (token_hash),
  constraint account_link_purpose_check CHECK (purpose = ANY (ARRAY['confirm'::text, 'reset'::text])),
  constraint account_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX account_link__account ON account_link USING btree (account_id);
CREATE INDEX account_link__expires_at ON account_link USING btree (expires_at);

create table account_reading (
  account text not null,
  at timestamp(3) with time zone not null,
  balance_cents bigint not null,
  low_cents bigint,
  high_cents bigint,
  constraint account_reading_pkey PRIMARY KEY (account, at),
  constraint account_reading_account_check CHECK (account = ANY (ARRAY['collection'::text, 'utility'::text])),
  constraint account_reading_check CHECK ((low_cents IS NULL) = (high_cents IS NULL) AND low_cents <= high_cents)
);

create table sale_limit (
  id uuid not null,
  event_id uuid not null,
  kind text not null,
  capacity integer,
  held integer not null default 0,
  sold integer not null default 0,
  constraint sale_limit_pkey PRIMARY KEY (id),
  constraint sale_limit__capacity CHECK ((held + sold) <= capacity),
  constraint sale_limit_capacity_check CHECK (capacity >= 0),
  constraint sale_limit_held_check CHECK (held >= 0),
  constraint sale_limit_kind_check CHECK (kind = ANY (ARRAY['step'::text, 'code'::text, 'pool'::text])),
  constraint sale_limit_sold_check CHECK (sold >= 0),
  constraint sale_limit_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
) with (fillfactor=50);
CREATE INDEX sale_limit__event ON sale_limit USING btree (event_id);

create table pool (
  id uuid not null,
  event_id uuid not null,
  name text not null,
  constraint pool_pkey PRIMARY KEY (id),
  constraint pool_name_check CHECK (name <> ''::text),
  constraint pool_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint pool_id_fkey FOREIGN KEY (id) REFERENCES sale_limit(id)
);
CREATE UNIQUE INDEX pool__event_name ON pool USING btree (event_id, lower(name));

create table ticket_type (
  id uuid not null,
  event_id uuid not null,
  name text not null,
  description text not null default ''::text,
  price_cents integer not null,
  max_per_order integer not null default 4,
  capacity integer not null,
  held integer not null default 0,
  sold integer not null default 0,
  type_offset smallint not null,
  first_sold_at timestamp(3) with time zone,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  sale_from timestamp with time zone,
  sale_until timestamp with time zone,
  is_free boolean not null default false,
  lowest_cents integer,
  suggested_cents integer,
  highest_cents integer,
  is_hidden boolean not null default false,
  sold_at_door boolean not null default true,
  sold_in smallint not null default 1,
  min_per_order integer not null default 1,
  kind text not null default 'entry'::text,
  pool_id uuid,
  day_numbers smallint[] not null default '{}'::smallint[],
  once_in_all boolean not null default false,
  constraint ticket_type_pkey PRIMARY KEY (id),
  constraint ticket_type__offset EXCLUDE USING btree (event_id WITH =, kind WITH =, type_offset WITH =) WHERE (archived_at IS NULL OR first_sold_at IS NOT NULL OR capacity > 0) DEFERRABLE,
  constraint ticket_type__capacity CHECK ((held + sold) <= capacity),
  constraint ticket_type__free CHECK (NOT is_free OR price_cents = 0 AND lowest_cents IS NULL),
  constraint ticket_type__highest CHECK (suggested_cents IS NULL AND highest_cents IS NULL OR lowest_cents IS NOT NULL AND lowest_cents <= COALESCE(suggested_cents, lowest_cents) AND COALESCE(suggested_cents, lowest_cents) <= COALESCE(highest_cents, 2147483647)),
  constraint ticket_type__kind CHECK (kind = ANY (ARRAY['entry'::text, 'add_on'::text])),
  constraint ticket_type__lowest CHECK (lowest_cents IS NULL OR lowest_cents = price_cents),
  constraint ticket_type__min_per_order CHECK (min_per_order >= 1 AND min_per_order <= max_per_order),
  constraint ticket_type__sold_in CHECK (sold_in >= 1 AND sold_in <= 31),
  constraint ticket_type_capacity_check CHECK (capacity >= 0),
  constraint ticket_type_held_check CHECK (held >= 0),
  constraint ticket_type_max_per_order_check CHECK (max_per_order >= 1),
  constraint ticket_type_name_check CHECK (name <> ''::text),
  constraint ticket_type_price_cents_check CHECK (price_cents >= 0),
  constraint ticket_type_sold_check CHECK (sold >= 0),
  constraint ticket_type_type_offset_check CHECK (type_offset >= 0 AND type_offset <= 7),
  constraint ticket_type_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint ticket_type_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pool(id)
) with (fillfactor=50);
CREATE INDEX ticket_type__event ON ticket_type USING btree (event_id);
CREATE INDEX ticket_type__pool ON ticket_type USING btree (pool_id) WHERE pool_id IS NOT NULL;

create table allotment (
  id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  name text not null,
  quantity integer not null,
  claimed integer not null default 0,
  token text not null,
  ends_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  is_withdrawn boolean not null default false,
  made_by uuid not null,
  made_at timestamp(3) with time zone not null,
  constraint allotment_pkey PRIMARY KEY (id),
  constraint allotment_token_key UNIQUE (token),
  constraint allotment_check CHECK (claimed >= 0 AND claimed <= quantity),
  constraint allotment_check1 CHECK (NOT is_withdrawn OR ended_at IS NOT NULL),
  constraint allotment_name_check CHECK (name <> ''::text),
  constraint allotment_quantity_check CHECK (quantity > 0),
  constraint allotment_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint allotment_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id),
  constraint allotment_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX allotment__ends_at ON allotment USING btree (ends_at) WHERE ended_at IS NULL;
CREATE INDEX allotment__event ON allotment USING btree (event_id, made_at);
CREATE INDEX allotment__made_by ON allotment USING btree (made_by);
CREATE INDEX allotment__ticket_type ON allotment USING btree (ticket_type_id);

create table question (
  id uuid not null,
  event_id uuid not null,
  "position" smallint not null,
  text_en text not null,
  text_sw text not null,
  why_en text not null,
  why_sw text not null,
  kind text not null,
  choices jsonb not null default '[]'::jsonb,
  type_ids jsonb,
  per text not null,
  until date,
  is_at_door boolean not null default false,
  created_at timestamp(3) with time zone not null,
  archived_at timestamp(3) with time zone,
  constraint question_pkey PRIMARY KEY (id),
  constraint question__choices CHECK ((kind = 'choice'::text) = (jsonb_array_length(choices) > 0)),
  constraint question_kind_check CHECK (kind = ANY (ARRAY['choice'::text, 'text'::text, 'name'::text])),
  constraint question_per_check CHECK (per = ANY (ARRAY['ticket'::text, 'person'::text])),
  constraint question_text_en_check CHECK (text_en <> ''::text),
  constraint question_text_sw_check CHECK (text_sw <> ''::text),
  constraint question_why_en_check CHECK (why_en <> ''::text),
  constraint question_why_sw_check CHECK (why_sw <> ''::text),
  constraint question_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);
CREATE INDEX question__event ON question USING btree (event_id);
CREATE UNIQUE INDEX question__at_door ON question USING btree (event_id) WHERE is_at_door AND archived_at IS NULL;

create table order_line (
  id uuid not null,
  order_id uuid not null,
  ticket_type_id uuid not null,
  "position" smallint not null,
  quantity integer not null,
  price_cents integer not null,
  amount_cents bigint not null,
  fee_cents bigint,
  constraint order_line_pkey PRIMARY KEY (id),
  constraint order_line_order_id_ticket_type_id_key UNIQUE (order_id, ticket_type_id),
  constraint order_line_amount_cents_check CHECK (amount_cents >= 0 AND (amount_cents % 100::bigint) = 0),
  constraint order_line_price_cents_check CHECK (price_cents >= 0),
  constraint order_line_quantity_check CHECK (quantity > 0),
  constraint order_line_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id),
  constraint order_line_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX order_line__ticket_type ON order_line USING btree (ticket_type_id);

create table ticket (
  id uuid not null,
  number text not null,
  order_id uuid not null,
  order_line_id uuid not null,
  part smallint not null default 0,
  event_id uuid not null,
  ticket_type_id uuid not null,
  gate_id uuid,
  admits smallint not null,
  admitted smallint not null default 0,
  state text not null default 'valid'::text,
  created_at timestamp(3) with time zone not null default now(),
  void_reason text,
  changed_xid xid8 not null default pg_current_xact_id(),
  excess smallint not null default 0,
  holder_phone text,
  sent_from uuid,
  times_sent smallint not null default 0,
  has_twin boolean not null default false,
  opened_at timestamp(3) with time zone,
  admitted_on date,
  most_admitted smallint not null default 0,
  constraint ticket_pkey PRIMARY KEY (id),
  constraint ticket_number_key UNIQUE (number),
  constraint ticket_order_line_id_part_key UNIQUE (order_line_id, part),
  constraint ticket__admitted CHECK (admitted >= 0 AND admitted <= admits),
  constraint ticket__sent CHECK ((sent_from IS NOT NULL OR holder_phone IS NULL) AND (sent_from IS NULL) = (times_sent = 0)),
  constraint ticket__used CHECK (state = 'void'::text OR (state = 'used'::text) = (admitted = admits AND admitted_on IS NULL)),
  constraint ticket__void CHECK ((state = 'void'::text) = (void_reason IS NOT NULL)),
  constraint ticket_admits_check CHECK (admits >= 1 AND admits <= 31),
  constraint ticket_excess_check CHECK (excess >= 0),
  constraint ticket_holder_phone_check CHECK (holder_phone ~ '^254[17][0-9]{8}$'::text),
  constraint ticket_number_check CHECK (number ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text),
  constraint ticket_state_check CHECK (state = ANY (ARRAY['valid'::text, 'used'::text, 'void'::text])),
  constraint ticket_times_sent_check CHECK (times_sent >= 0),
  constraint ticket_void_reason_check CHECK (void_reason = ANY (ARRAY['refunded'::text, 'transferred'::text, 'revoked'::text, 'given_back'::text])),
  constraint ticket_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint ticket_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint ticket_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id),
  constraint ticket_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_line(id),
  constraint ticket_sent_from_fkey FOREIGN KEY (sent_from) REFERENCES ticket(id),
  constraint ticket_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX ticket__changed ON ticket USING btree (event_id, changed_xid);
CREATE INDEX ticket__gate ON ticket USING btree (gate_id) WHERE gate_id IS NOT NULL;
CREATE INDEX ticket__holder ON ticket USING btree (holder_phone) WHERE holder_phone IS NOT NULL;
CREATE INDEX ticket__order ON ticket USING btree (order_id);
CREATE INDEX ticket__sent_from ON ticket USING btree (sent_from) WHERE sent_from IS NOT NULL;
CREATE INDEX ticket__type_gate ON ticket USING btree (ticket_type_id, gate_id);
CREATE UNIQUE INDEX ticket__list_hash ON ticket USING btree (event_id, SUBSTRING(sha256((event_id::text || substr(number, 1, 10))::bytea) FROM 1 FOR 4)) WHERE NOT has_twin;
CREATE TRIGGER ticket__changed BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION note_ticket_changed();
CREATE TRIGGER ticket__forget_answers AFTER UPDATE ON ticket FOR EACH ROW WHEN (new.admits < old.admits OR new.state = 'void'::text AND old.state <> 'void'::text) EXECUTE FUNCTION forget_answers();

create table answer (
  ticket_id uuid not null,
  question_id uuid not null,
  person smallint not null,
  value text not null,
  at timestamp(3) with time zone not null,
  constraint answer_pkey PRIMARY KEY (ticket_id, question_id, person),
  constraint answer_person_check CHECK (person >= 0),
  constraint answer_value_check CHECK (value <> ''::text),
  constraint answer_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id),
  constraint answer_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id)
);
CREATE INDEX answer__question ON answer USING btree (question_id);

create table answer_reminder (
  ticket_id uuid not null,
  event_id uuid not null,
  asked_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint answer_reminder_pkey PRIMARY KEY (ticket_id),
  constraint answer_reminder_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint answer_reminder_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id)
);
CREATE INDEX answer_reminder__event ON answer_reminder USING btree (event_id);
CREATE INDEX answer_reminder__waiting ON answer_reminder USING btree (asked_at, ticket_id) WHERE ended_at IS NULL;

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp(3) with time zone not null default now(),
  account_id uuid,
  action text not null,
  subject text not null,
  event_id uuid,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_action_check CHECK (action ~ '^[a-z]+(_[a-z]+)*$'::text),
  constraint audit_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint audit_log_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);
CREATE INDEX audit_log__account ON audit_log USING btree (account_id);
CREATE INDEX audit_log__event ON audit_log USING btree (event_id, id);
CREATE TRIGGER audit_log__append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_address (
  audit_id bigint not null,
  address text not null,
  constraint audit_address_pkey PRIMARY KEY (audit_id),
  constraint audit_address_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id)
);

create table cancellation_fault (
  order_id uuid not null,
  event_id uuid not null,
  why text not null,
  at timestamp(3) with time zone not null,
  constraint cancellation_fault_pkey PRIMARY KEY (order_id),
  constraint cancellation_fault_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint cancellation_fault_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
);
CREATE INDEX cancellation_fault__event ON cancellation_fault USING btree (event_id);

create table check_in (
  id uuid not null,
  event_id uuid not null,
  gate_id uuid,
  ticket_number text not null,
  ticket_id uuid,
  result text not null,
  reason text,
  requested smallint,
  admits smallint not null default 0,
  left_after smallint,
  method text not null,
  validator_id uuid,
  device_id uuid,
  nonce uuid not null,
  device_at timestamp(3) with time zone,
  at timestamp(3) with time zone not null default now(),
  kind text not null default 'in'::text,
  undone_id uuid,
  let_in smallint not null default 0,
  is_offline boolean not null default false,
  by_proof boolean not null default false,
  note text,
  is_past_limit boolean not null default false,
  uploaded_at timestamp(3) with time zone,
  constraint check_in_pkey PRIMARY KEY (id),
  constraint check_in_undone_id_key UNIQUE (undone_id),
  constraint check_in__admits CHECK (kind <> 'in'::text OR (result = 'valid'::text) = (admits > 0)),
  constraint check_in__uploaded_at CHECK (uploaded_at IS NULL OR is_offline AND at <= uploaded_at),
  constraint check_in_admits_check CHECK (admits >= 0),
  constraint check_in_check CHECK (validator_id IS NOT NULL OR device_id IS NOT NULL),
  constraint check_in_check1 CHECK (kind = 'undo'::text OR undone_id IS NULL),
  constraint check_in_check2 CHECK ((result = 'unknown'::text) = (ticket_id IS NULL)),
  constraint check_in_kind_check CHECK (kind = ANY (ARRAY['in'::text, 'undo'::text, 'out'::text])),
  constraint check_in_left_after_check CHECK (left_after >= 0),
  constraint check_in_let_in_check CHECK (let_in >= 0 AND let_in <= 31),
  constraint check_in_method_check CHECK (method = ANY (ARRAY['scan'::text, 'manual'::text])),
  constraint check_in_requested_check CHECK (requested >= 1),
  constraint check_in_result_check CHECK (result = ANY (ARRAY['valid'::text, 'used'::text, 'too_many'::text, 'wrong_gate'::text, 'wrong_event'::text, 'void'::text, 'unknown'::text, 'too_early'::text, 'entry_stopped'::text, 'other_day'::text])),
  constraint check_in_ticket_number_check CHECK (length(ticket_number) >= 1 AND length(ticket_number) <= 100),
  constraint check_in_device_id_fkey FOREIGN KEY (device_id) REFERENCES gate_phone(id),
  constraint check_in_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint check_in_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint check_in_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id),
  constraint check_in_undone_id_fkey FOREIGN KEY (undone_id) REFERENCES check_in(id),
  constraint check_in_validator_id_fkey FOREIGN KEY (validator_id) REFERENCES account(id)
);
CREATE INDEX check_in__beyond ON check_in USING btree (event_id, at) WHERE kind = 'in'::text AND let_in > admits;
CREATE INDEX check_in__device ON check_in USING btree (device_id, at) WHERE device_id IS NOT NULL;
CREATE INDEX check_in__event ON check_in USING btree (event_id, at, id) INCLUDE (result, method, admits, ticket_id, gate_id, kind, let_in);
CREATE INDEX check_in__gate ON check_in USING btree (gate_id) WHERE gate_id IS NOT NULL;
CREATE INDEX check_in__past_limit ON check_in USING btree (event_id, device_id, at) WHERE is_past_limit;
CREATE INDEX check_in__ticket ON check_in USING btree (ticket_id, at) WHERE ticket_id IS NOT NULL;
CREATE INDEX check_in__why ON check_in USING btree (event_id, COALESCE(reason, result), at, id) WHERE kind = 'in'::text AND (reason IS NOT NULL OR result <> 'valid'::text);
CREATE UNIQUE INDEX check_in__device_nonce ON check_in USING btree (device_id, nonce) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX check_in__validator_nonce ON check_in USING btree (validator_id, nonce) WHERE validator_id IS NOT NULL;
CREATE TRIGGER check_in__append_only BEFORE DELETE OR UPDATE ON check_in FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table check_in_delta (
  id bigint not null generated always as identity,
  event_id uuid not null,
  gate_id uuid,
  ticket_type_id uuid,
  method text not null,
  result text not null,
  checks integer not null,
  tickets integer not null,
  people integer not null,
  reason text,
  inside integer not null default 0,
  day date,
  constraint check_in_delta_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);

create table check_ins_by_gate (
  event_id uuid not null,
  gate_id uuid,
  ticket_type_id uuid,
  method text not null,
  result text not null,
  checks bigint not null,
  tickets bigint not null,
  people bigint not null,
  reason text,
  inside bigint not null default 0,
  day date,
  constraint check_ins_by_gate__key UNIQUE NULLS NOT DISTINCT (event_id, gate_id, ticket_type_id, method, result, reason, day),
  constraint check_ins_by_gate_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
) with (fillfactor=70);

create table collected_notice (
  thing text not null,
  sent_at timestamp with time zone not null,
  due_at timestamp with time zone,
  notice jsonb,
  constraint collected_notice_pkey PRIMARY KEY (thing),
  constraint collected_notice_check CHECK ((due_at IS NULL) = (notice IS NULL))
);
CREATE INDEX collected_notice__due ON collected_notice USING btree (due_at) WHERE due_at IS NOT NULL;

create table complaint (
  id uuid not null,
  event_id uuid not null,
  reason text not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  constraint complaint_pkey PRIMARY KEY (id),
  constraint complaint_reason_check CHECK (reason = ANY (ARRAY['fake'::text, 'wrong'::text, 'illegal'::text, 'offensive'::text, 'other'::text])),
  constraint complaint_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);
CREATE INDEX complaint__created ON complaint USING btree (created_at);
CREATE INDEX complaint__event ON complaint USING btree (event_id);
CREATE INDEX complaint__open ON complaint USING btree (created_at) WHERE settled_at IS NULL;

create table complimentary_batch (
  id uuid not null,
  event_id uuid not null,
  request_fingerprint text not null,
  made_by uuid not null,
  made_at timestamp(3) with time zone not null,
  constraint complimentary_batch_pkey PRIMARY KEY (id),
  constraint complimentary_batch_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint complimentary_batch_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id)
);
CREATE INDEX complimentary_batch__event ON complimentary_batch USING btree (event_id, made_at);
CREATE INDEX complimentary_batch__made_by ON complimentary_batch USING btree (made_by);

create table complimentary_order (
  order_id uuid not null,
  event_id uuid not null,
  batch_id uuid,
  allotment_id uuid,
  host text not null,
  guest text not null default ''::text,
  "position" smallint not null default 0,
  constraint complimentary_order_pkey PRIMARY KEY (order_id),
  constraint complimentary_order_check CHECK ((batch_id IS NULL) <> (allotment_id IS NULL)),
  constraint complimentary_order_allotment_id_fkey FOREIGN KEY (allotment_id) REFERENCES allotment(id),
  constraint complimentary_order_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES complimentary_batch(id),
  constraint complimentary_order_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint complimentary_order_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
);
CREATE INDEX complimentary_order__allotment ON complimentary_order USING btree (allotment_id) WHERE allotment_id IS NOT NULL;
CREATE INDEX complimentary_order__batch ON complimentary_order USING btree (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX complimentary_order__event ON complimentary_order USING btree (event_id);

create table contact_message (
  id uuid not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint contact_message_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_message__created_at ON contact_message USING btree (created_at);

create table message (
  id uuid not null,
  channel text not null default 'sms'::text,
  sender text,
  recipient text not null,
  reply_to text,
  subject text,
  body text not null,
  html text,
  unsubscribe_url text,
  forget_text boolean not null default false,
  dedupe_key text not null,
  state text not null default 'queued'::text,
  provider_message_id text,
  provider_status text,
  attempts integer not null default 0,
  resent integer not null default 0,
  last_error text,
  sending_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  calendar text,
  order_id uuid,
  codes text,
  not_after timestamp(3) with time zone,
  is_leaving boolean not null generated always as ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'doubtful'::text]))) stored,
  is_failed boolean not null generated always as ((state = 'failed'::text)) stored,
  constraint message_pkey PRIMARY KEY (id),
  constraint message_dedupe_key_key UNIQUE (dedupe_key),
  constraint message_channel_check CHECK (channel = ANY (ARRAY['sms'::text, 'email'::text])),
  constraint message_email_check CHECK ((channel = 'email'::text) = (subject IS NOT NULL AND sender IS NOT NULL)),
  constraint message_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'doubtful'::text, 'sent'::text, 'delivered'::text, 'failed'::text])),
  constraint message_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
) with (fillfactor=70);
CREATE INDEX message__failed ON message USING btree (order_id) WHERE is_failed AND order_id IS NOT NULL;
CREATE INDEX message__leaving ON message USING btree (created_at) WHERE is_leaving;
CREATE INDEX message__order ON message USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX message__provider_message ON message USING btree (provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX message__recipient ON message USING btree (recipient, created_at);

create table delivery_report (
  id bigint not null generated always as identity,
  provider_message_id text not null,
  status text not null,
  recipient text not null,
  failure_reason text,
  message_id uuid,
  received_at timestamp(3) with time zone not null default now(),
  constraint delivery_report_pkey PRIMARY KEY (id),
  constraint delivery_report_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(id)
);
CREATE INDEX delivery_report__message ON delivery_report USING btree (message_id);
CREATE INDEX delivery_report__provider_message ON delivery_report USING btree (provider_message_id);
CREATE INDEX delivery_report__recipient ON delivery_report USING btree (recipient, received_at);

create table entry_rule (
  event_id uuid not null,
  licensed_capacity integer,
  any_gate_from timestamp(3) with time zone,
  may_leave boolean not null default false,
  transfer_limit smallint,
  transfers_end_at_doors boolean not null default false,
  reminds boolean not null default false,
  reminded_for date,
  updated_at timestamp(3) with time zone not null default now(),
  cash_per_minute integer,
  cash_per_hour integer,
  constraint entry_rule_pkey PRIMARY KEY (event_id),
  constraint entry_rule_cash_per_hour_check CHECK (cash_per_hour >= 0),
  constraint entry_rule_cash_per_minute_check CHECK (cash_per_minute >= 0),
  constraint entry_rule_licensed_capacity_check CHECK (licensed_capacity > 0),
  constraint entry_rule_transfer_limit_check CHECK (transfer_limit >= 0),
  constraint entry_rule_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);

create table event_cancellation (
  event_id uuid not null,
  reason text not null default ''::text,
  requested_by uuid,
  at timestamp(3) with time zone not null,
  state text not null,
  orders integer not null,
  tickets integer not null,
  amount_cents bigint not null,
  stuck integer not null default 0,
  next_at timestamp(3) with time zone,
  constraint event_cancellation_pkey PRIMARY KEY (event_id),
  constraint event_cancellation_amount_cents_check CHECK (amount_cents >= 0),
  constraint event_cancellation_check CHECK ((state = 'running'::text) = (next_at IS NOT NULL)),
  constraint event_cancellation_orders_check CHECK (orders >= 0),
  constraint event_cancellation_state_check CHECK (state = ANY (ARRAY['running'::text, 'paused'::text, 'done'::text])),
  constraint event_cancellation_tickets_check CHECK (tickets >= 0),
  constraint event_cancellation_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint event_cancellation_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES account(id)
);
CREATE INDEX event_cancellation__next_at ON event_cancellation USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX event_cancellation__requested_by ON event_cancellation USING btree (requested_by) WHERE requested_by IS NOT NULL;

create table event_change (
  id uuid not null,
  event_id uuid not null,
  old_date date not null,
  old_time time without time zone not null,
  old_location text not null,
  new_date date not null,
  new_time time without time zone not null,
  new_location text not null,
  changed_by uuid,
  notify_buyers boolean not null,
  announced_at timestamp(3) with time zone not null,
  request_until timestamp(3) with time zone not null,
  notified_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  started_at timestamp with time zone,
  is_old_date_mistaken boolean not null default false,
  day smallint,
  days_after smallint not null default 0,
  is_cancellation boolean not null default false,
  frees_passes boolean not null default true,
  sold_orders integer,
  sold_tickets integer,
  sold_cents bigint,
  constraint event_change_pkey PRIMARY KEY (id),
  constraint event_change_check CHECK (notified_at IS NULL OR next_at IS NULL),
  constraint event_change_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id),
  constraint event_change_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);
CREATE INDEX event_change__changed_by ON event_change USING btree (changed_by) WHERE changed_by IS NOT NULL;
CREATE INDEX event_change__event ON event_change USING btree (event_id, announced_at);
CREATE INDEX event_change__next_at ON event_change USING btree (next_at) WHERE next_at IS NOT NULL;

create table event_day (
  event_id uuid not null,
  n smallint not null,
  date date not null,
  "time" time(0) without time zone not null,
  cancelled_at timestamp(3) with time zone,
  constraint event_day_pkey PRIMARY KEY (event_id, n),
  constraint event_day__date UNIQUE (event_id, date) DEFERRABLE,
  constraint event_day_n_check CHECK (n >= 1 AND n <= 31),
  constraint event_day_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);

create table event_without_check_in (
  event_id uuid not null,
  noticed_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  constraint event_without_check_in_pkey PRIMARY KEY (event_id),
  constraint event_without_check_in_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);

create table gate_key (
  event_id uuid not null,
  version smallint not null default 1,
  key bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint gate_key_pkey PRIMARY KEY (event_id, version),
  constraint gate_key_key_check CHECK (length(key) = 32),
  constraint gate_key_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);

create table gate_load (
  ticket_type_id uuid not null,
  gate_id uuid not null,
  admits integer not null default 0,
  constraint gate_load_pkey PRIMARY KEY (ticket_type_id, gate_id),
  constraint gate_load_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint gate_load_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
) with (fillfactor=50);
CREATE INDEX gate_load__gate ON gate_load USING btree (gate_id);

create table gate_move (
  id uuid not null,
  event_id uuid not null,
  ticket_type_id uuid not null,
  gate_id uuid not null,
  moved_by uuid not null,
  at timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  notified_at timestamp(3) with time zone,
  started_at timestamp with time zone,
  constraint gate_move_pkey PRIMARY KEY (id),
  constraint gate_move_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint gate_move_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint gate_move_moved_by_fkey FOREIGN KEY (moved_by) REFERENCES account(id),
  constraint gate_move_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX gate_move__by ON gate_move USING btree (moved_by);
CREATE INDEX gate_move__event ON gate_move USING btree (event_id);
CREATE INDEX gate_move__gate ON gate_move USING btree (gate_id);
CREATE INDEX gate_move__type ON gate_move USING btree (ticket_type_id, at);
CREATE INDEX gate_move__unnotified ON gate_move USING btree (next_at) WHERE next_at IS NOT NULL;

create table gate_phone_ended_token (
  token_hash bytea not null,
  gate_phone_id uuid not null,
  ended_at timestamp(3) with time zone not null,
  constraint gate_phone_ended_token_pkey PRIMARY KEY (token_hash),
  constraint gate_phone_ended_token_gate_phone_id_fkey FOREIGN KEY (gate_phone_id) REFERENCES gate_phone(id)
);
CREATE INDEX gate_phone_ended_token__phone ON gate_phone_ended_token USING btree (gate_phone_id);

create table hold (
  order_id uuid not null,
  state text not null default 'held'::text,
  expires_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  paybill_until timestamp(3) with time zone,
  is_unproven boolean not null default false,
  constraint hold_pkey PRIMARY KEY (order_id),
  constraint hold_state_check CHECK (state = ANY (ARRAY['held'::text, 'sold'::text, 'released'::text])),
  constraint hold_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
) with (fillfactor=70);
CREATE INDEX hold__expires_at ON hold USING btree (expires_at) WHERE state = 'held'::text;
CREATE INDEX hold__unproven ON hold USING btree (order_id) WHERE state = 'held'::text AND is_unproven;

create table image_upload (
  key text not null,
  account_id uuid not null,
  created_at timestamp(3) with time zone not null,
  free_since timestamp(3) with time zone,
  doomed_at timestamp(3) with time zone,
  constraint image_upload_pkey PRIMARY KEY (key),
  constraint image_upload_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX image_upload__account ON image_upload USING btree (account_id);
CREATE INDEX image_upload__free_since ON image_upload USING btree (free_since) WHERE free_since IS NOT NULL;

create table invitation (
  id uuid not null,
  token_hash bytea not null,
  organizer_id uuid not null,
  event_id uuid,
  role text not null,
  email text,
  phone text,
  invited_by uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_by uuid,
  ended_at timestamp(3) with time zone,
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_token_hash_key UNIQUE (token_hash),
  constraint invitation_check CHECK (num_nonnulls(email, phone) = 1),
  constraint invitation_check1 CHECK (expires_at > created_at),
  constraint invitation_check2 CHECK (ended_at IS NOT NULL OR accepted_by IS NULL),
  constraint invitation_email_check CHECK (email = lower(email)),
  constraint invitation_role_check CHECK (role = ANY (ARRAY['owner'::text, 'editor'::text, 'money'::text, 'door_lead'::text, 'promoter'::text])),
  constraint invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES account(id),
  constraint invitation_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id),
  constraint invitation_organizer_id_fkey FOREIGN KEY (organizer_id) REFERENCES account(id)
);
CREATE INDEX invitation__accepted_by ON invitation USING btree (accepted_by) WHERE accepted_by IS NOT NULL;
CREATE INDEX invitation__event ON invitation USING btree (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX invitation__invited_by ON invitation USING btree (invited_by);
CREATE INDEX invitation__organizer ON invitation USING btree (organizer_id, created_at);

create table job (
  id bigint not null generated always as identity,
  name text not null,
  lane text not null,
  payload jsonb not null,
  run_at timestamp(3) with time zone not null default now(),
  attempts integer not null default 0,
  last_error text,
  leased boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  failures integer not null default 0,
  constraint job_pkey PRIMARY KEY (id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);
CREATE INDEX job__lane_run_at ON job USING btree (lane, run_at);

create table known_browser (
  token_hash bytea not null,
  account_id uuid not null,
  seen_at timestamp(3) with time zone not null,
  constraint known_browser_pkey PRIMARY KEY (token_hash, account_id),
  constraint known_browser_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX known_browser__account ON known_browser USING btree (account_id, seen_at);
CREATE INDEX known_browser__seen_at ON known_browser USING btree (seen_at);

create table ledger_entry (
  id bigint not null generated always as identity,
  movement text not null,
  kind text not null,
  payment_id uuid,
  order_id uuid,
  reference text,
  at timestamp(3) with time zone not null,
  held_until timestamp(3) with time zone,
  constraint ledger_entry_pkey PRIMARY KEY (id),
  constraint ledger_entry_movement_key UNIQUE (movement),
  constraint ledger_entry__held CHECK (at >= held_until),
  constraint ledger_entry_kind_check CHECK (kind = ANY (ARRAY['taken'::text, 'sale'::text, 'owed'::text, 'paid_back'::text, 'returned'::text, 'corrected'::text, 'stray'::text, 'charge'::text, 'payout'::text, 'transfer'::text]))
);
CREATE INDEX ledger_entry__payment ON ledger_entry USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ledger_entry__payout ON ledger_entry USING btree (id) WHERE kind = 'payout'::text;
CREATE INDEX ledger_entry__returned ON ledger_entry USING btree (id) WHERE kind = 'returned'::text;
CREATE INDEX ledger_entry__transfer ON ledger_entry USING btree (id) WHERE kind = 'transfer'::text;
CREATE CONSTRAINT TRIGGER ledger_entry__balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_entry();
CREATE TRIGGER ledger_entry__append_only BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_line (
  entry_id bigint not null,
  account text not null,
  event_id uuid,
  amount_cents bigint not null,
  constraint ledger_line_pkey PRIMARY KEY (entry_id, account),
  constraint ledger_line__event CHECK ((account = ANY (ARRAY['organizer'::text, 'fees'::text])) = (event_id IS NOT NULL)),
  constraint ledger_line_account_check CHECK (account = ANY (ARRAY['collection'::text, 'utility'::text, 'bank'::text, 'charges'::text, 'suspense'::text, 'buyers'::text, 'organizer'::text, 'fees'::text, 'cash'::text, 'differences'::text, 'payouts'::text])),
  constraint ledger_line_amount_cents_check CHECK (amount_cents <> 0),
  constraint ledger_line_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entry(id)
);
CREATE INDEX ledger_line__event ON ledger_line USING btree (event_id, account, entry_id) INCLUDE (amount_cents) WHERE event_id IS NOT NULL;
CREATE INDEX ledger_line__open ON ledger_line USING btree (account, entry_id) INCLUDE (amount_cents) WHERE account = ANY (ARRAY['buyers'::text, 'suspense'::text, 'utility'::text, 'charges'::text, 'bank'::text]);
CREATE TRIGGER ledger_line__append_only BEFORE DELETE OR UPDATE ON ledger_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_line__balanced AFTER INSERT ON ledger_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_lines();

create table line_limit (
  order_line_id uuid not null,
  limit_id uuid not null,
  is_counted boolean not null default true,
  constraint line_limit_pkey PRIMARY KEY (order_line_id, limit_id),
  constraint line_limit_limit_id_fkey FOREIGN KEY (limit_id) REFERENCES sale_limit(id),
  constraint line_limit_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_line(id)
);
CREATE INDEX line_limit__limit ON line_limit USING btree (limit_id);

create table member (
  id uuid not null,
  organizer_id uuid not null,
  account_id uuid not null,
  event_id uuid,
  role text not null,
  created_at timestamp(3) with time zone not null,
  money_since timestamp(3) with time zone,
  constraint member_pkey PRIMARY KEY (id),
  constraint member__once UNIQUE NULLS NOT DISTINCT (account_id, organizer_id, event_id),
  constraint member_check CHECK (account_id <> organizer_id),
  constraint member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'editor'::text, 'money'::text, 'door_lead'::text, 'promoter'::text])),
  constraint member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint member_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint member_organizer_id_fkey FOREIGN KEY (organizer_id) REFERENCES account(id)
);
CREATE INDEX member__event ON member USING btree (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX member__organizer ON member USING btree (organizer_id);

create table mpesa_balance (
  at timestamp(3) with time zone not null,
  working_cents bigint,
  utility_cents bigint,
  constraint mpesa_balance_pkey PRIMARY KEY (at)
);

create table mpesa_list (
  id boolean not null default true,
  read_until timestamp(3) with time zone,
  unavailable_since timestamp(3) with time zone,
  reason text,
  alarmed_at timestamp(3) with time zone,
  constraint mpesa_list_pkey PRIMARY KEY (id),
  constraint mpesa_list_check CHECK ((unavailable_since IS NULL) = (reason IS NULL)),
  constraint mpesa_list_check1 CHECK (alarmed_at IS NULL OR unavailable_since IS NOT NULL),
  constraint mpesa_list_id_check CHECK (id)
);

create table mpesa_token (
  id boolean not null default true,
  access_token text,
  expires_at timestamp(3) with time zone,
  renew_at timestamp(3) with time zone,
  refreshing_until timestamp(3) with time zone,
  constraint mpesa_token_pkey PRIMARY KEY (id),
  constraint mpesa_token_id_check CHECK (id)
);

create table newsletter_subscriber (
  id uuid not null,
  email text not null,
  token text not null,
  consented_at timestamp(3) with time zone not null,
  consent_text text not null,
  consent_source text not null,
  unsubscribed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint newsletter_subscriber_pkey PRIMARY KEY (id),
  constraint newsletter_subscriber_token_key UNIQUE (token),
  constraint newsletter_subscriber_token_check CHECK (token ~ '^[0-9a-f]{32}$'::text)
);
CREATE UNIQUE INDEX newsletter_subscriber__email ON newsletter_subscriber USING btree (lower(email));

create table newsletter_consent (
  id bigint not null generated always as identity,
  subscriber_id uuid not null,
  is_given boolean not null,
  text text not null,
  source text not null,
  at timestamp(3) with time zone not null,
  constraint newsletter_consent_pkey PRIMARY KEY (id),
  constraint newsletter_consent_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES newsletter_subscriber(id)
);
CREATE INDEX newsletter_consent__subscriber ON newsletter_consent USING btree (subscriber_id);

create table order_awaiting_tickets (
  order_id uuid not null,
  paid_at timestamp(3) with time zone not null,
  constraint order_awaiting_tickets_pkey PRIMARY KEY (order_id),
  constraint order_awaiting_tickets_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);

create table order_event (
  id bigint not null generated always as identity,
  order_id uuid not null,
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamp(3) with time zone not null default now(),
  constraint order_event_pkey PRIMARY KEY (order_id, id),
  constraint order_event_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
);
CREATE TRIGGER order_event__append_only BEFORE DELETE OR UPDATE ON order_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table seller (
  id uuid not null,
  event_id uuid not null,
  name text not null,
  phone text,
  number smallint not null,
  basis_points integer not null default 0,
  per_ticket_cents integer not null default 0,
  visits integer not null default 0,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint seller_pkey PRIMARY KEY (id),
  constraint seller_event_id_number_key UNIQUE (event_id, number),
  constraint seller_basis_points_check CHECK (basis_points >= 0 AND basis_points <= 10000),
  constraint seller_check CHECK (basis_points = 0 OR per_ticket_cents = 0),
  constraint seller_name_check CHECK (name <> ''::text),
  constraint seller_number_check CHECK (number >= 10 AND number <= 99),
  constraint seller_per_ticket_cents_check CHECK (per_ticket_cents >= 0),
  constraint seller_phone_check CHECK (phone ~ '^254[17][0-9]{8}$'::text),
  constraint seller_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
);
CREATE INDEX seller__phone ON seller USING btree (phone);

create table order_source (
  order_id uuid not null,
  seller_id uuid,
  basis_points integer not null default 0,
  per_ticket_cents integer not null default 0,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  constraint order_source_pkey PRIMARY KEY (order_id),
  constraint order_source_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id),
  constraint order_source_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES seller(id)
);
CREATE INDEX order_source__seller ON order_source USING btree (seller_id);

create table organizer_fee (
  account_id uuid not null,
  basis_points integer not null,
  fixed_cents integer not null,
  set_at timestamp(3) with time zone not null,
  constraint organizer_fee_pkey PRIMARY KEY (account_id),
  constraint organizer_fee_basis_points_check CHECK (basis_points >= 0 AND basis_points <= 10000),
  constraint organizer_fee_fixed_cents_check CHECK (fixed_cents >= 0),
  constraint organizer_fee_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table organizer_page (
  account_id uuid not null,
  name text not null,
  about text not null default ''::text,
  image_key text,
  updated_at timestamp(3) with time zone not null,
  asked_name text,
  is_name_decided boolean not null default false,
  whatsapp text,
  instagram text,
  tiktok text,
  constraint organizer_page_pkey PRIMARY KEY (account_id),
  constraint organizer_page_asked_name_check CHECK (asked_name <> ''::text),
  constraint organizer_page_instagram_check CHECK (instagram ~ '^[a-z0-9._]{1,30}$'::text),
  constraint organizer_page_name_check CHECK (name <> ''::text),
  constraint organizer_page_tiktok_check CHECK (tiktok ~ '^[a-z0-9._]{2,24}$'::text),
  constraint organizer_page_whatsapp_check CHECK (whatsapp ~ '^[1-9][0-9]{7,14}$'::text),
  constraint organizer_page_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX organizer_page__image_key ON organizer_page USING btree (image_key) WHERE image_key IS NOT NULL;

create table outgoing_attempt (
  id uuid not null,
  purpose text,
  subject_id uuid,
  kind text not null,
  amount_cents bigint,
  token text not null,
  timeout_token text not null,
  about uuid,
  originator_conversation_id text,
  conversation_id text,
  state text not null,
  reported text,
  result_code text,
  is_final boolean not null default false,
  response jsonb,
  created_at timestamp(3) with time zone not null,
  since timestamp(3) with time zone not null,
  constraint outgoing_attempt_pkey PRIMARY KEY (id),
  constraint outgoing_attempt_timeout_token_key UNIQUE (timeout_token),
  constraint outgoing_attempt_token_key UNIQUE (token),
  constraint outgoing_attempt_amount_cents_check CHECK (amount_cents > 0),
  constraint outgoing_attempt_check CHECK ((purpose IS NULL) = (subject_id IS NULL)),
  constraint outgoing_attempt_check1 CHECK ((kind = ANY (ARRAY['balance'::text, 'working'::text])) = (subject_id IS NULL)),
  constraint outgoing_attempt_check2 CHECK ((kind = ANY (ARRAY['reversal'::text, 'b2c'::text, 'b2b'::text])) = (amount_cents IS NOT NULL)),
  constraint outgoing_attempt_check3 CHECK (state = 'refused'::text OR NOT is_final),
  constraint outgoing_attempt_kind_check CHECK (kind = ANY (ARRAY['reversal'::text, 'b2c'::text, 'b2b'::text, 'status'::text, 'receipt'::text, 'balance'::text, 'working'::text])),
  constraint outgoing_attempt_purpose_check CHECK (purpose = ANY (ARRAY['refund'::text, 'payout'::text])),
  constraint outgoing_attempt_state_check CHECK (state = ANY (ARRAY['sending'::text, 'accepted'::text, 'unknown'::text, 'done'::text, 'refused'::text])),
  constraint outgoing_attempt_timeout_token_check CHECK (timeout_token ~ '^[0-9a-f]{32,}$'::text),
  constraint outgoing_attempt_token_check CHECK (token ~ '^[0-9a-f]{32,}$'::text),
  constraint outgoing_attempt_about_fkey FOREIGN KEY (about) REFERENCES outgoing_attempt(id)
);
CREATE INDEX outgoing_attempt__about ON outgoing_attempt USING btree (about) WHERE about IS NOT NULL;
CREATE INDEX outgoing_attempt__subject ON outgoing_attempt USING btree (subject_id, created_at) WHERE subject_id IS NOT NULL;
CREATE INDEX outgoing_attempt__twice ON outgoing_attempt USING btree (subject_id) WHERE result_code = 'twice'::text;
CREATE UNIQUE INDEX outgoing_attempt__open ON outgoing_attempt USING btree (subject_id) WHERE amount_cents IS NOT NULL AND (state = ANY (ARRAY['sending'::text, 'accepted'::text, 'unknown'::text]));

create table paid_line (
  order_line_id uuid not null,
  event_id uuid not null,
  paid_at timestamp(3) with time zone not null,
  amount_cents bigint not null,
  phone text,
  status text not null default 'paid'::text,
  organizer_id uuid,
  fee_cents bigint not null default 0,
  back_quantity integer not null default 0,
  back_cents bigint not null default 0,
  back_fee_cents bigint not null default 0,
  constraint paid_line_pkey PRIMARY KEY (order_line_id),
  constraint paid_line__back CHECK (back_cents <= amount_cents),
  constraint paid_line__fee CHECK (fee_cents <= amount_cents AND back_fee_cents <= fee_cents),
  constraint paid_line_back_cents_check CHECK (back_cents >= 0),
  constraint paid_line_back_fee_cents_check CHECK (back_fee_cents >= 0),
  constraint paid_line_back_quantity_check CHECK (back_quantity >= 0),
  constraint paid_line_fee_cents_check CHECK (fee_cents >= 0),
  constraint paid_line_status_check CHECK (status = ANY (ARRAY['paid'::text, 'refund_due'::text, 'refunded'::text])),
  constraint paid_line_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint paid_line_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_line(id),
  constraint paid_line_organizer_id_fkey FOREIGN KEY (organizer_id) REFERENCES account(id)
);
CREATE INDEX paid_line__amount ON paid_line USING btree (amount_cents, order_line_id);
CREATE INDEX paid_line__event_amount ON paid_line USING btree (event_id, amount_cents, order_line_id) INCLUDE (status);
CREATE INDEX paid_line__event_paid ON paid_line USING btree (event_id, paid_at, order_line_id) INCLUDE (status);
CREATE INDEX paid_line__event_refund ON paid_line USING btree (event_id, status, paid_at, order_line_id) WHERE status <> 'paid'::text;
CREATE INDEX paid_line__organizer_amount ON paid_line USING btree (organizer_id, amount_cents, order_line_id) INCLUDE (status, event_id);
CREATE INDEX paid_line__organizer_paid ON paid_line USING btree (organizer_id, paid_at, order_line_id) INCLUDE (status, event_id);
CREATE INDEX paid_line__organizer_refund ON paid_line USING btree (organizer_id, status, paid_at, order_line_id) WHERE status <> 'paid'::text;
CREATE INDEX paid_line__paid ON paid_line USING btree (paid_at, order_line_id);
CREATE INDEX paid_line__phone ON paid_line USING gin (phone gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX paid_line__refund ON paid_line USING btree (status, paid_at, order_line_id) WHERE status <> 'paid'::text;

create table paybill_address (
  id boolean not null default true,
  token text not null,
  registered_for text,
  registered_at timestamp(3) with time zone,
  failed_tries smallint not null default 0,
  next_try_at timestamp(3) with time zone,
  constraint paybill_address_pkey PRIMARY KEY (id),
  constraint paybill_address_id_check CHECK (id),
  constraint paybill_address_token_check CHECK (token ~ '^[0-9a-f]{32,}$'::text)
);

create table payment (
  id uuid not null,
  order_id uuid not null,
  attempt smallint,
  state text not null default 'created'::text,
  use text,
  phone text,
  amount_cents bigint not null,
  confirmed_amount_cents bigint,
  callback_token text not null,
  merchant_request_id text,
  checkout_request_id text,
  push_response jsonb,
  result_code text,
  settled_by text,
  mpesa_receipt text,
  created_at timestamp(3) with time zone not null default now(),
  prompting_at timestamp(3) with time zone,
  prompted_at timestamp(3) with time zone,
  confirmed_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null default now(),
  next_query_at timestamp(3) with time zone,
  query_count smallint not null default 0,
  unverified_at timestamp(3) with time zone,
  is_unverified boolean not null default false,
  reported_request_id text,
  reported_receipt text,
  listed_at timestamp(3) with time zone,
  missed_lists smallint not null default 0,
  missed_at timestamp(3) with time zone,
  alarmed_at timestamp(3) with time zone,
  payer_masked boolean not null default false,
  payer text,
  method text not null default 'mpesa'::text,
  open_status text generated always as (
CASE
    WHEN (state = 'created'::text) THEN 'in_line'::text
    WHEN (state = ANY (ARRAY['prompting'::text, 'prompted'::text])) THEN 'out'::text
    WHEN (state = 'unknown'::text) THEN 'unknown'::text
    ELSE NULL::text
END) stored,
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_callback_token_key UNIQUE (callback_token),
  constraint payment_order_id_attempt_key UNIQUE (order_id, attempt),
  constraint payment_amount_cents_check CHECK (amount_cents > 0 AND (amount_cents % 100::bigint) = 0),
  constraint payment_callback_token_check CHECK (callback_token ~ '^[0-9a-f]{32,}$'::text),
  constraint payment_check CHECK ((state = 'confirmed'::text) = (use IS NOT NULL)),
  constraint payment_check1 CHECK (unverified_at IS NOT NULL OR NOT is_unverified AND reported_request_id IS NULL AND reported_receipt IS NULL),
  constraint payment_check2 CHECK (listed_at IS NULL OR mpesa_receipt IS NOT NULL),
  constraint payment_check3 CHECK (method = 'mpesa'::text OR state = 'confirmed'::text AND mpesa_receipt IS NULL),
  constraint payment_method_check CHECK (method = ANY (ARRAY['mpesa'::text, 'cash'::text])),
  constraint payment_state_check CHECK (state = ANY (ARRAY['created'::text, 'prompting'::text, 'prompted'::text, 'unknown'::text, 'confirmed'::text, 'failed'::text])),
  constraint payment_use_check CHECK (use = ANY (ARRAY['sale'::text, 'refund_due'::text, 'refunded'::text, 'suspense'::text])),
  constraint payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
) with (fillfactor=70);
CREATE INDEX payment__alarmed ON payment USING btree (confirmed_at) WHERE mpesa_receipt IS NOT NULL AND listed_at IS NULL AND alarmed_at IS NOT NULL;
CREATE INDEX payment__confirmed_by_paybill ON payment USING btree (created_at) WHERE settled_by = 'c2b'::text;
CREATE INDEX payment__lookup ON payment USING btree (created_at) WHERE open_status = 'unknown'::text OR open_status IS NULL AND use IS NULL AND (settled_by = ANY (ARRAY['query'::text, 'sweep'::text])) OR use IS NOT NULL AND (mpesa_receipt IS NULL OR use = 'suspense'::text) OR unverified_at IS NOT NULL AND (use IS NULL OR is_unverified);
CREATE INDEX payment__next_query ON payment USING btree (next_query_at) WHERE next_query_at IS NOT NULL;
CREATE INDEX payment__other_amount ON payment USING btree (confirmed_at) WHERE use = 'sale'::text AND confirmed_amount_cents <> amount_cents;
CREATE INDEX payment__out ON payment USING btree (prompting_at) WHERE open_status = ANY (ARRAY['out'::text, 'unknown'::text]);
CREATE INDEX payment__prompted_phone ON payment USING btree (phone, prompting_at);
CREATE INDEX payment__prompting ON payment USING btree (prompting_at) WHERE prompting_at IS NOT NULL;
CREATE INDEX payment__queued ON payment USING btree (created_at) WHERE open_status = 'in_line'::text;
CREATE INDEX payment__refund_due ON payment USING btree (confirmed_at) WHERE use = 'refund_due'::text;
CREATE INDEX payment__reported_request ON payment USING btree (reported_request_id) WHERE reported_request_id IS NOT NULL;
CREATE INDEX payment__unlisted ON payment USING btree (created_at) WHERE mpesa_receipt IS NOT NULL AND listed_at IS NULL AND alarmed_at IS NULL;
CREATE INDEX payment__unverified ON payment USING btree (unverified_at) WHERE is_unverified;
CREATE UNIQUE INDEX payment__open_prompt ON payment USING btree (phone) WHERE open_status = 'out'::text;
CREATE UNIQUE INDEX payment__receipt ON payment USING btree (mpesa_receipt) WHERE mpesa_receipt IS NOT NULL;
CREATE UNIQUE INDEX payment__sale ON payment USING btree (order_id) WHERE use = 'sale'::text;

create table payment_event (
  id bigint not null generated always as identity,
  payment_id uuid not null,
  from_state text,
  to_state text not null,
  use text,
  cause text not null,
  detail jsonb,
  at timestamp(3) with time zone not null default now(),
  constraint payment_event_pkey PRIMARY KEY (payment_id, id),
  constraint payment_event_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id)
);
CREATE TRIGGER payment_event__append_only BEFORE DELETE OR UPDATE ON payment_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payment_explanation (
  payment_id uuid not null,
  reason text not null,
  explained_by uuid not null,
  at timestamp(3) with time zone not null,
  constraint payment_explanation_pkey PRIMARY KEY (payment_id),
  constraint payment_explanation_reason_check CHECK (reason <> ''::text),
  constraint payment_explanation_explained_by_fkey FOREIGN KEY (explained_by) REFERENCES account(id),
  constraint payment_explanation_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id)
);
CREATE INDEX payment_explanation__explained_by ON payment_explanation USING btree (explained_by);

create table payment_return (
  payment_id uuid not null,
  amount_cents bigint not null,
  found_at timestamp(3) with time zone not null,
  settled_at timestamp(3) with time zone,
  constraint payment_return_pkey PRIMARY KEY (payment_id),
  constraint payment_return_amount_cents_check CHECK (amount_cents > 0),
  constraint payment_return_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id)
);
CREATE INDEX payment_return__open ON payment_return USING btree (found_at) WHERE settled_at IS NULL;

create table payout_account (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  number text not null,
  account_number text not null default ''::text,
  bank text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  usable_at timestamp(3) with time zone not null,
  constraint payout_account_pkey PRIMARY KEY (id),
  constraint payout_account_check CHECK ((kind = 'paybill'::text) = (account_number <> ''::text)),
  constraint payout_account_check1 CHECK ((kind = 'bank'::text) = (bank <> ''::text)),
  constraint payout_account_check2 CHECK (usable_at >= created_at),
  constraint payout_account_kind_check CHECK (kind = ANY (ARRAY['mpesa'::text, 'till'::text, 'paybill'::text, 'bank'::text])),
  constraint payout_account_number_check CHECK (number <> ''::text),
  constraint payout_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX payout_account__account ON payout_account USING btree (account_id, created_at);

create table payout (
  id uuid not null,
  event_id uuid not null,
  payout_account_id uuid not null,
  amount_cents bigint not null,
  state text not null,
  asked_by uuid not null,
  asked_at timestamp(3) with time zone not null,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  reason text not null default ''::text,
  held_until timestamp(3) with time zone,
  constraint payout_pkey PRIMARY KEY (id),
  constraint payout__held CHECK (state <> 'approved'::text OR decided_at >= held_until),
  constraint payout__two_people CHECK (state <> 'approved'::text OR decided_by <> asked_by),
  constraint payout_amount_cents_check CHECK (amount_cents > 0 AND (amount_cents % 100::bigint) = 0),
  constraint payout_check CHECK ((decided_at IS NULL) = (state = 'asked'::text)),
  constraint payout_state_check CHECK (state = ANY (ARRAY['asked'::text, 'approved'::text, 'refused'::text])),
  constraint payout_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id),
  constraint payout_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint payout_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint payout_payout_account_id_fkey FOREIGN KEY (payout_account_id) REFERENCES payout_account(id)
);
CREATE INDEX payout__account ON payout USING btree (payout_account_id);
CREATE INDEX payout__asked_by ON payout USING btree (asked_by);
CREATE INDEX payout__decided_by ON payout USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX payout__event ON payout USING btree (event_id, asked_at);
CREATE UNIQUE INDEX payout__asked ON payout USING btree (event_id) WHERE state = 'asked'::text;

create table payout_part (
  id uuid not null,
  payout_id uuid not null,
  "position" integer not null,
  amount_cents bigint not null,
  originator_id uuid not null,
  state text not null,
  since timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  tries integer not null default 0,
  failure_code text,
  paid_from text,
  reference text,
  charge_cents bigint,
  held_until timestamp(3) with time zone,
  constraint payout_part_pkey PRIMARY KEY (id),
  constraint payout_part_originator_id_key UNIQUE (originator_id),
  constraint payout_part_payout_id_position_key UNIQUE (payout_id, "position"),
  constraint payout_part__done CHECK (state <> 'done'::text OR paid_from IS NOT NULL),
  constraint payout_part__held CHECK ((state = ANY (ARRAY['due'::text, 'manual'::text, 'given_back'::text])) OR since >= held_until),
  constraint payout_part__next CHECK (next_at IS NULL OR (state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text, 'unknown'::text]))),
  constraint payout_part_amount_cents_check CHECK (amount_cents > 0 AND (amount_cents % 100::bigint) = 0),
  constraint payout_part_charge_cents_check CHECK (charge_cents >= 0),
  constraint payout_part_paid_from_check CHECK (paid_from = ANY (ARRAY['utility'::text, 'collection'::text, 'bank'::text])),
  constraint payout_part_position_check CHECK ("position" > 0),
  constraint payout_part_state_check CHECK (state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text, 'unknown'::text, 'manual'::text, 'done'::text, 'given_back'::text])),
  constraint payout_part_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id)
);
CREATE INDEX payout_part__next_at ON payout_part USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX payout_part__open ON payout_part USING btree (since) WHERE state <> ALL (ARRAY['done'::text, 'given_back'::text]);
CREATE UNIQUE INDEX payout_part__receipt ON payout_part USING btree (reference) WHERE paid_from <> 'bank'::text;

create table payout_event (
  id bigint not null generated always as identity,
  part_id uuid not null,
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamp(3) with time zone not null,
  constraint payout_event_pkey PRIMARY KEY (id),
  constraint payout_event_part_id_fkey FOREIGN KEY (part_id) REFERENCES payout_part(id)
);
CREATE INDEX payout_event__part ON payout_event USING btree (part_id);
CREATE TRIGGER payout_event__append_only BEFORE DELETE OR UPDATE ON payout_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payout_plan (
  account_id uuid not null,
  reserve_basis_points integer not null,
  set_at timestamp(3) with time zone not null,
  constraint payout_plan_pkey PRIMARY KEY (account_id),
  constraint payout_plan_reserve_basis_points_check CHECK (reserve_basis_points >= 0 AND reserve_basis_points <= 10000),
  constraint payout_plan_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table price_step (
  id uuid not null,
  ticket_type_id uuid not null,
  "position" smallint not null,
  name text not null,
  price_cents integer not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  limit_id uuid,
  constraint price_step_pkey PRIMARY KEY (id),
  constraint price_step_limit_id_key UNIQUE (limit_id),
  constraint price_step_check CHECK (starts_at < ends_at),
  constraint price_step_check1 CHECK (ends_at IS NOT NULL OR limit_id IS NOT NULL),
  constraint price_step_name_check CHECK (name <> ''::text),
  constraint price_step_price_cents_check CHECK (price_cents > 0),
  constraint price_step_limit_id_fkey FOREIGN KEY (limit_id) REFERENCES sale_limit(id),
  constraint price_step_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX price_step__type ON price_step USING btree (ticket_type_id, "position");

create table promo_code (
  id uuid not null,
  event_id uuid not null,
  code text not null,
  code_fold text not null,
  digits text not null,
  kind text not null,
  percent smallint,
  value_cents integer,
  is_for_all_types boolean not null,
  max_per_phone integer,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  seller_id uuid,
  batch_id uuid,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint promo_code_pkey PRIMARY KEY (id),
  constraint promo_code_event_id_code_fold_key UNIQUE (event_id, code_fold),
  constraint promo_code_event_id_digits_key UNIQUE (event_id, digits),
  constraint promo_code_check CHECK (starts_at < ends_at),
  constraint promo_code_check1 CHECK ((percent IS NOT NULL) = (kind = 'percent'::text)),
  constraint promo_code_check2 CHECK ((value_cents IS NOT NULL) = (kind = ANY (ARRAY['amount'::text, 'price'::text]))),
  constraint promo_code_check3 CHECK (kind <> 'access'::text OR NOT is_for_all_types),
  constraint promo_code_code_check CHECK (code <> ''::text),
  constraint promo_code_code_fold_check CHECK (code_fold ~ '^[0-9A-HJKMNP-Z]{3,20}$'::text),
  constraint promo_code_digits_check CHECK (digits ~ '^([0-9]{4}|[0-9]{8})$'::text),
  constraint promo_code_kind_check CHECK (kind = ANY (ARRAY['percent'::text, 'amount'::text, 'price'::text, 'access'::text])),
  constraint promo_code_max_per_phone_check CHECK (max_per_phone >= 1),
  constraint promo_code_percent_check CHECK (percent >= 1 AND percent <= 100),
  constraint promo_code_value_cents_check CHECK (value_cents >= 0 AND (value_cents % 100) = 0),
  constraint promo_code_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint promo_code_id_fkey FOREIGN KEY (id) REFERENCES sale_limit(id),
  constraint promo_code_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES seller(id)
);
CREATE INDEX promo_code__seller ON promo_code USING btree (seller_id);

create table promo_code_type (
  promo_code_id uuid not null,
  ticket_type_id uuid not null,
  constraint promo_code_type_pkey PRIMARY KEY (promo_code_id, ticket_type_id),
  constraint promo_code_type_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_code(id),
  constraint promo_code_type_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX promo_code_type__type ON promo_code_type USING btree (ticket_type_id);

create table provider_callback (
  id bigint not null generated always as identity,
  kind text not null,
  token text not null,
  body text not null,
  received_at timestamp(3) with time zone not null default now(),
  outcome text,
  constraint provider_callback_pkey PRIMARY KEY (id),
  constraint provider_callback__kind CHECK (kind ~ '^[a-z0-9_]+$'::text)
);
CREATE INDEX provider_callback__token ON provider_callback USING btree (token);

create table rate_count (
  key text not null,
  window_end timestamp(3) with time zone not null,
  count integer not null,
  constraint rate_count_pkey PRIMARY KEY (key)
) with (fillfactor=70);
CREATE INDEX rate_count__window_end ON rate_count USING btree (window_end);

create table rate_slot (
  name text not null,
  next_at timestamp(3) with time zone not null,
  granted integer not null default 0,
  constraint rate_slot_pkey PRIMARY KEY (name)
);

create table receipt_check (
  payment_id uuid not null,
  next_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone,
  token text,
  originator_conversation_id text,
  constraint receipt_check_pkey PRIMARY KEY (payment_id),
  constraint receipt_check_token_key UNIQUE (token),
  constraint receipt_check_token_check CHECK (token ~ '^[0-9a-f]{32,}$'::text),
  constraint receipt_check_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id)
);
CREATE INDEX receipt_check__next_at ON receipt_check USING btree (next_at) WHERE next_at IS NOT NULL;

create table reconciliation (
  id uuid not null,
  day date,
  requested_by uuid,
  requested_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  listed_from timestamp(3) with time zone,
  unread text,
  listed_count integer not null default 0,
  listed_cents bigint not null default 0,
  differences jsonb not null default '[]'::jsonb,
  constraint reconciliation_pkey PRIMARY KEY (id),
  constraint reconciliation_day_key UNIQUE (day),
  constraint reconciliation__requester CHECK (day IS NULL OR requested_by IS NULL),
  constraint reconciliation_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES account(id)
);
CREATE INDEX reconciliation__ended ON reconciliation USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX reconciliation__requested_by ON reconciliation USING btree (requested_by) WHERE requested_by IS NOT NULL;

create table recovery_code (
  code_hash bytea not null,
  account_id uuid not null,
  used_at timestamp(3) with time zone,
  constraint recovery_code_pkey PRIMARY KEY (code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX recovery_code__account ON recovery_code USING btree (account_id);

create table session (
  id uuid not null,
  account_id uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  end_reason text,
  has_factor boolean not null default false,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  constraint session_end_reason_check CHECK (end_reason = ANY (ARRAY['signed_out'::text, 'replaced'::text, 'reused'::text, 'password_reset'::text, 'crowded_out'::text, 'second_factor'::text])),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX session__account ON session USING btree (account_id);
CREATE INDEX session__expires_at ON session USING btree (expires_at);

create table refresh_token (
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  successor_nonce bytea,
  constraint refresh_token_pkey PRIMARY KEY (token_hash),
  constraint refresh_token__successor CHECK (successor_nonce IS NULL OR used_at IS NOT NULL),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id)
);
CREATE INDEX refresh_token__session ON refresh_token USING btree (session_id);

create table unmatched_receipt (
  receipt text not null,
  amount_cents bigint not null,
  account_reference text not null,
  msisdn text not null,
  paid_at timestamp(3) with time zone,
  found_at timestamp(3) with time zone not null,
  state text not null default 'open'::text,
  listed_at timestamp(3) with time zone,
  order_id uuid,
  is_unverified boolean not null default false,
  alarmed_at timestamp(3) with time zone,
  constraint unmatched_receipt_pkey PRIMARY KEY (receipt),
  constraint unmatched_receipt_check CHECK (NOT is_unverified OR order_id IS NOT NULL),
  constraint unmatched_receipt_state_check CHECK (state = ANY (ARRAY['open'::text, 'attached'::text, 'refund_due'::text, 'refunded'::text])),
  constraint unmatched_receipt_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id)
);
CREATE INDEX unmatched_receipt__open ON unmatched_receipt USING btree (found_at, receipt) WHERE state = 'open'::text;
CREATE INDEX unmatched_receipt__order ON unmatched_receipt USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX unmatched_receipt__unlisted ON unmatched_receipt USING btree (found_at) WHERE listed_at IS NULL AND state = 'open'::text;
CREATE INDEX unmatched_receipt__unverified ON unmatched_receipt USING btree (found_at) WHERE is_unverified;

create table refund (
  id uuid not null,
  originator_id uuid not null,
  payment_id uuid,
  unmatched_receipt text,
  order_id uuid,
  event_id uuid,
  phone text,
  amount_cents bigint not null,
  is_whole boolean not null,
  is_rest boolean not null,
  reason text not null,
  note text not null default ''::text,
  state text not null default 'due'::text,
  way text,
  requested_by uuid,
  created_at timestamp(3) with time zone not null,
  since timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  tries integer not null default 0,
  failure_code text,
  receipt text,
  done_at timestamp(3) with time zone,
  charge_cents bigint,
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_originator_id_key UNIQUE (originator_id),
  constraint refund__next CHECK (next_at IS NULL OR (state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text, 'unknown'::text]))),
  constraint refund_amount_cents_check CHECK (amount_cents > 0),
  constraint refund_charge_cents_check CHECK (charge_cents >= 0),
  constraint refund_check CHECK ((payment_id IS NULL) <> (unmatched_receipt IS NULL)),
  constraint refund_check1 CHECK ((payment_id IS NULL) = (order_id IS NULL)),
  constraint refund_check2 CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  constraint refund_phone_check CHECK (phone ~ '^254[17][0-9]{8}$'::text),
  constraint refund_reason_check CHECK (reason = ANY (ARRAY['paid_twice'::text, 'no_capacity'::text, 'code_used_up'::text, 'phone_limit'::text, 'event_closed'::text, 'cancelled'::text, 'moved'::text, 'wrong_amount'::text, 'unexplained'::text, 'significant_change'::text, 'technical_error'::text, 'booked_twice'::text, 'organizer_decision'::text, 'stray'::text, 'returned'::text, 'other'::text])),
  constraint refund_state_check CHECK (state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text, 'done'::text, 'unknown'::text, 'refused'::text, 'manual'::text])),
  constraint refund_way_check CHECK (way = ANY (ARRAY['reversal'::text, 'b2c'::text, 'manual'::text, 'returned'::text])),
  constraint refund_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id),
  constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint refund_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES account(id),
  constraint refund_unmatched_receipt_fkey FOREIGN KEY (unmatched_receipt) REFERENCES unmatched_receipt(receipt)
) with (fillfactor=70);
CREATE INDEX refund__created ON refund USING btree (created_at, id);
CREATE INDEX refund__event ON refund USING btree (event_id, created_at, id) WHERE event_id IS NOT NULL;
CREATE INDEX refund__next_at ON refund USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX refund__open ON refund USING btree (created_at, id) WHERE state <> 'done'::text;
CREATE INDEX refund__order ON refund USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX refund__payment ON refund USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX refund__requested_by ON refund USING btree (requested_by) WHERE requested_by IS NOT NULL;
CREATE UNIQUE INDEX refund__receipt ON refund USING btree (receipt) WHERE way <> 'manual'::text;
CREATE UNIQUE INDEX refund__rest ON refund USING btree (payment_id) WHERE is_rest;
CREATE UNIQUE INDEX refund__unmatched_receipt ON refund USING btree (unmatched_receipt) WHERE unmatched_receipt IS NOT NULL;

create table refund_event (
  id bigint not null generated always as identity,
  refund_id uuid not null,
  from_state text,
  to_state text not null,
  cause text not null,
  at timestamp(3) with time zone not null,
  constraint refund_event_pkey PRIMARY KEY (id),
  constraint refund_event_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id)
);
CREATE INDEX refund_event__refund ON refund_event USING btree (refund_id);
CREATE TRIGGER refund_event__append_only BEFORE DELETE OR UPDATE ON refund_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table refund_link (
  order_id uuid not null,
  token text not null,
  created_at timestamp(3) with time zone not null,
  requested_at timestamp(3) with time zone,
  ticket_id uuid,
  back_cents bigint not null default 0,
  constraint refund_link_pkey PRIMARY KEY (token),
  constraint refund_link_ticket_id_key UNIQUE (ticket_id),
  constraint refund_link_token_check CHECK (token ~ '^[0-9A-HJKMNP-TV-Z]{16}$'::text),
  constraint refund_link_order_id_fkey FOREIGN KEY (order_id) REFERENCES "order"(id),
  constraint refund_link_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id)
);
CREATE INDEX refund_link__order ON refund_link USING btree (order_id);
CREATE UNIQUE INDEX refund_link__buyer ON refund_link USING btree (order_id) WHERE ticket_id IS NULL;

create table refund_ticket (
  ticket_id uuid not null,
  refund_id uuid not null,
  amount_cents bigint not null,
  admits smallint not null,
  constraint refund_ticket_pkey PRIMARY KEY (ticket_id, refund_id),
  constraint refund_ticket_admits_check CHECK (admits >= 1),
  constraint refund_ticket_amount_cents_check CHECK (amount_cents >= 0),
  constraint refund_ticket_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  constraint refund_ticket_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id)
);
CREATE INDEX refund_ticket__refund ON refund_ticket USING btree (refund_id);

create table request (
  kind text not null,
  subject_id uuid not null,
  proposal jsonb not null,
  reason text not null,
  version integer not null default 1,
  state text not null,
  asked_by uuid not null,
  asked_at timestamp(3) with time zone not null,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  note text not null default ''::text,
  constraint request_pkey PRIMARY KEY (kind, subject_id),
  constraint request__decided CHECK ((state = 'sent'::text) = (decided_by IS NULL) AND (state = 'sent'::text) = (decided_at IS NULL)),
  constraint request__note CHECK ((state = 'returned'::text) = (note <> ''::text)),
  constraint request_kind_check CHECK (kind = ANY (ARRAY['event'::text, 'measure'::text, 'payout'::text, 'questions'::text])),
  constraint request_state_check CHECK (state = ANY (ARRAY['sent'::text, 'returned'::text, 'approved'::text, 'withdrawn'::text])),
  constraint request_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id),
  constraint request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id)
);
CREATE INDEX request__asked_by ON request USING btree (asked_by);
CREATE INDEX request__decided_by ON request USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX request__waiting ON request USING btree (asked_at) WHERE state = 'sent'::text;

create table sale_delta (
  id bigint not null generated always as identity,
  event_id uuid not null,
  ticket_type_id uuid not null,
  day date not null,
  tickets integer not null,
  revenue_cents bigint not null,
  people_back integer not null default 0,
  add_ons integer not null default 0,
  constraint sale_delta_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);

create table sales_by_day (
  day date not null,
  tickets bigint not null,
  revenue_cents bigint not null,
  constraint sales_by_day_pkey PRIMARY KEY (day)
) with (fillfactor=70);

create table sales_by_event_day (
  event_id uuid not null,
  day date not null,
  tickets bigint not null,
  revenue_cents bigint not null,
  constraint sales_by_event_day_pkey PRIMARY KEY (event_id, day),
  constraint sales_by_event_day_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
) with (fillfactor=70);

create table sales_by_organizer_day (
  organizer_id uuid not null,
  day date not null,
  tickets bigint not null,
  revenue_cents bigint not null,
  constraint sales_by_organizer_day_pkey PRIMARY KEY (organizer_id, day),
  constraint sales_by_organizer_day_organizer_id_fkey FOREIGN KEY (organizer_id) REFERENCES account(id)
) with (fillfactor=70);

create table sales_by_type (
  ticket_type_id uuid not null,
  event_id uuid not null,
  tickets bigint not null,
  revenue_cents bigint not null,
  people_back bigint not null default 0,
  add_ons bigint not null default 0,
  constraint sales_by_type_pkey PRIMARY KEY (ticket_type_id),
  constraint sales_by_type_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint sales_by_type_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
) with (fillfactor=70);
CREATE INDEX sales_by_type__event ON sales_by_type USING btree (event_id);

create table second_factor (
  account_id uuid not null,
  sealed_secret bytea not null,
  last_step integer not null,
  created_at timestamp(3) with time zone not null,
  constraint second_factor_pkey PRIMARY KEY (account_id),
  constraint second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table setting (
  name text not null,
  value jsonb not null,
  set_at timestamp(3) with time zone not null default now(),
  constraint setting_pkey PRIMARY KEY (name)
);

create table short_code (
  code text not null,
  event_id uuid not null,
  visits bigint not null default 0,
  last_visit_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  is_own boolean not null default false,
  constraint short_code_pkey PRIMARY KEY (code),
  constraint short_code_code_check CHECK (code ~ '^[a-z0-9-]{1,40}$'::text),
  constraint short_code_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id)
) with (fillfactor=50);
CREATE INDEX short_code__event ON short_code USING btree (event_id);

create table sign_in_challenge (
  token_hash bytea not null,
  account_id uuid not null,
  checked_hash text not null,
  sealed_secret bytea,
  wrong_codes integer not null default 0,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_challenge_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenge_check CHECK (expires_at > created_at),
  constraint sign_in_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);
CREATE INDEX sign_in_challenge__account ON sign_in_challenge USING btree (account_id);
CREATE INDEX sign_in_challenge__expires_at ON sign_in_challenge USING btree (expires_at);

create table sign_up (
  id uuid not null,
  email text not null,
  full_name text not null,
  password_hash text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  token_hash bytea,
  browser_hash bytea,
  constraint sign_up_pkey PRIMARY KEY (id),
  constraint sign_up_token_hash_key UNIQUE (token_hash),
  constraint sign_up_email_check CHECK (email = lower(email) AND email <> ''::text),
  constraint sign_up_full_name_check CHECK (full_name <> ''::text)
);
CREATE INDEX sign_up__email ON sign_up USING btree (email, created_at DESC);
CREATE INDEX sign_up__expires_at ON sign_up USING btree (expires_at);

create table sms_opt_out (
  phone text not null,
  at timestamp(3) with time zone not null,
  constraint sms_opt_out_pkey PRIMARY KEY (phone)
);

create table stopped_gate (
  event_id uuid not null,
  gate_id uuid,
  stopped_by uuid not null,
  at timestamp(3) with time zone not null default now(),
  constraint stopped_gate_event_id_gate_id_key UNIQUE NULLS NOT DISTINCT (event_id, gate_id),
  constraint stopped_gate_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint stopped_gate_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint stopped_gate_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES account(id)
);
CREATE INDEX stopped_gate__by ON stopped_gate USING btree (stopped_by);
CREATE INDEX stopped_gate__gate ON stopped_gate USING btree (gate_id) WHERE gate_id IS NOT NULL;

create table ticket_transfer (
  id uuid not null,
  ticket_id uuid not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  state text not null default 'asked'::text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  takes_back uuid,
  gives_back boolean not null default false,
  constraint ticket_transfer_pkey PRIMARY KEY (id),
  constraint ticket_transfer_check CHECK ((state = 'done'::text) = (done_at IS NOT NULL)),
  constraint ticket_transfer_code_hash_check CHECK (length(code_hash) = 32),
  constraint ticket_transfer_state_check CHECK (state = ANY (ARRAY['asked'::text, 'done'::text, 'ended'::text])),
  constraint ticket_transfer_takes_back_fkey FOREIGN KEY (takes_back) REFERENCES ticket(id),
  constraint ticket_transfer_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id)
);
CREATE INDEX ticket_transfer__takes_back ON ticket_transfer USING btree (takes_back) WHERE takes_back IS NOT NULL;
CREATE INDEX ticket_transfer__ticket ON ticket_transfer USING btree (ticket_id);
CREATE INDEX ticket_transfer__unconfirmed ON ticket_transfer USING btree (created_at) WHERE state <> 'done'::text;

create table ticket_transfer_part (
  transfer_id uuid not null,
  "position" smallint not null,
  phone text not null,
  admits smallint not null,
  ticket_id uuid,
  constraint ticket_transfer_part_pkey PRIMARY KEY (transfer_id, "position"),
  constraint ticket_transfer_part_ticket_id_key UNIQUE (ticket_id),
  constraint ticket_transfer_part_transfer_id_phone_key UNIQUE (transfer_id, phone),
  constraint ticket_transfer_part_admits_check CHECK (admits >= 1 AND admits <= 31),
  constraint ticket_transfer_part_phone_check CHECK (phone ~ '^254[17][0-9]{8}$'::text),
  constraint ticket_transfer_part_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id),
  constraint ticket_transfer_part_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ticket_transfer(id)
);

create table ticket_type_gate (
  ticket_type_id uuid not null,
  gate_id uuid not null,
  constraint ticket_type_gate_pkey PRIMARY KEY (ticket_type_id, gate_id),
  constraint ticket_type_gate_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gate(id),
  constraint ticket_type_gate_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id)
);
CREATE INDEX ticket_type_gate__gate ON ticket_type_gate USING btree (gate_id);

create table ussd_session (
  id text not null,
  phone text not null,
  language text not null,
  dialled text not null,
  turns integer not null,
  typed text not null,
  state jsonb,
  order_id uuid,
  ending text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint ussd_session_pkey PRIMARY KEY (id),
  constraint ussd_session_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint ussd_session_turns_check CHECK (turns > 0)
);
CREATE INDEX ussd_session__created ON ussd_session USING btree (created_at);
CREATE INDEX ussd_session__phone ON ussd_session USING btree (phone, updated_at);

create table ussd_turn (
  session_id text not null,
  typed text not null,
  answer text not null,
  at timestamp(3) with time zone not null,
  constraint ussd_turn_pkey PRIMARY KEY (session_id, typed),
  constraint ussd_turn_session_id_fkey FOREIGN KEY (session_id) REFERENCES ussd_session(id)
);
