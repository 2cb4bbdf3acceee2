-- Reads the tickets without blocking sales.
alter table ticket validate constraint ticket__sent;
