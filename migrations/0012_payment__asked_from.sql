-- Whose turn in the line for prompts it is: the address that the order was asked from, as limits
-- count it (platform/network-address.ts). Null stands for an address of its own, the phone's.
alter table payment add column asked_from text;
-- The turns of the last minutes, however many payments there are.
create index payment__turn on payment (prompting_at) where prompting_at is not null;
