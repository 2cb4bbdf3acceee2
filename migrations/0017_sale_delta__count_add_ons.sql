-- Add-ons, such as parking, count beside the people of entries: `tickets` counts entries only, so
-- that no figure has to look up the type of each sale.
alter table sale_delta add add_ons integer not null default 0;
alter table sales_by_type add add_ons bigint not null default 0;
