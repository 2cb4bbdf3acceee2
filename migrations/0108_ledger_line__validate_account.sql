-- Reads the lines without blocking them.
alter table ledger_line validate constraint ledger_line_account_check;
