-- The sweep that fails what stayed unknown for a day, every five seconds. In payment__lookup it would
-- read every payment that a query ever called failed.
create index payment__unknown on payment (prompting_at) where state = 'unknown';
