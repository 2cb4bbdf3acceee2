-- The list of transfers between our own accounts reads the last of them, among all sales.
create index ledger_entry__transfer on ledger_entry (id) where kind = 'transfer';
