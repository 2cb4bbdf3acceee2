import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import type { LedgerEntry } from './ledger.rules.ts'
import { insertEntry } from './ledger.sql.ts'

/**
 * Writes one movement of money. Call it in the transaction of the change that moves the money.
 * Ignores lines with the amount 0. Throws if the remaining lines do not sum to zero. The database
 * checks this, too.
 */
export async function post(tx: Tx, entry: LedgerEntry): Promise<void> {
  const lines = entry.lines.filter((line) => line.amountCents !== 0)
  const sum = lines.reduce((total, line) => total + line.amountCents, 0)
  assert(sum === 0 && lines.length > 1, `the entry ${entry.movement} is not balanced`)
  assert((await insertEntry(tx, { ...entry, lines })) > 0, 'a ledger entry left no row')
}
