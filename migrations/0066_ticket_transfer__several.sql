-- A ticket may have several requested transfers, each with its own code: a stranger's request must not
-- end the owner's.
drop index ticket_transfer__asked;
