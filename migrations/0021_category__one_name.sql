-- 'sports' and 'Sports' are one category to everybody but the database; so are gates.
create unique index category__name on category (lower(name));
create unique index gate__name on gate (lower(name));
