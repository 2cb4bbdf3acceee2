-- What the QR codes of an e-mail say, one a line: they are drawn when it is sent, so that a row stays small.
alter table message add column codes text;
