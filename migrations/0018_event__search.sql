-- In Debian's package of PostgreSQL and in the launcher's; whoever owns a database may create it.
create extension if not exists pg_trgm;

-- A text as search compares it: no accents, no apostrophes, small letters, one space for any run of
-- spaces or dashes. What compatibility decomposition leaves whole is written out.
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

-- Title and place stand in it a second time without spaces: 'gormahia' is typed for 'Gor Mahia'.
alter table event add column search_text text not null generated always as (
  fold_search(title) || ' ' || fold_search(location) || ' ' || fold_search(description)
  || ' ' || replace(fold_search(title), ' ', '') || ' ' || replace(fold_search(location), ' ', '')
) stored;

create index event__search on event using gin (search_text gin_trgm_ops);
