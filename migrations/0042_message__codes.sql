-- Contents of the QR codes in an e-mail, one per line. The images are drawn when the e-mail is
-- sent, so that the row stays small.
alter table message add column codes text;
