-- offline: builds indexes on ledger_entry
-- Index for the list of transfers between our own accounts: the latest transfers without a read of
-- all sales.
create index ledger_entry__transfer on ledger_entry (id) where kind = 'transfer';
