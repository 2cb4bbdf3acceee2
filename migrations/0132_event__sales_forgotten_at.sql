-- The time at which the personal data of all orders of an event was erased after its term. Null
-- until then, and again after the event gets another date.
alter table event add column sales_forgotten_at timestamptz(3);
-- The place of the former sweep, which went through the events by their dates.
delete from setting where name = 'sales_forgotten';
