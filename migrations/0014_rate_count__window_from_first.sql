-- A window begins with the first thing counted in it, not at a round minute of the clock: at a
-- round minute twice the limit went through, and nobody was told a true time to wait.
drop table rate_count;
create table rate_count (
  key text primary key,
  window_end timestamptz(3) not null,
  count integer not null
) with (fillfactor = 70);
create index rate_count__window_end on rate_count (window_end);
