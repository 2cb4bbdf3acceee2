-- The extension is part of Debian's PostgreSQL package and of the launcher's. The owner of a
-- database may create it.
create extension if not exists pg_trgm;

-- Normalizes a text for search: no accents, no apostrophes, lower case, and one space for any run
-- of spaces or dashes. Letters that compatibility decomposition (NFKD) leaves unchanged are
-- replaced by explicit rules.
create function fold_search(typed text) returns text language sql immutable strict parallel safe
as $$
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
$$;

-- Contains title and location a second time without spaces, because people type 'gormahia' for 'Gor
-- Mahia'.
alter table event add column search_text text not null generated always as (
  fold_search(title) || ' ' || fold_search(location) || ' ' || fold_search(description)
  || ' ' || replace(fold_search(title), ' ', '') || ' ' || replace(fold_search(location), ' ', '')
) stored;

create index event__search on event using gin (search_text gin_trgm_ops);
