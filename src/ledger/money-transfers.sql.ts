import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../platform/http/list-page.ts'
import { isRecorded } from './ledger.sql.ts'

type Account = 'collection' | 'utility' | 'bank'

export type TransferRow = {
  /** The id of the transfer's entry in the ledger. */
  id: number
  at: Date
  from_account: Account
  to_account: Account
  amount_cents: number
  reference: string
  is_contrary: boolean
  is_taken_back: boolean
}

export const LAST_RECORDED: Sorting = {
  name: 'recorded',
  isDown: true,
  keys: { id: { column: sql`e.id`, kind: 'integer' } },
}

/**
 * The transfers with their two accounts. Each transfer has two lines: the credited account is the
 * source of the money, the debited account is its destination.
 */
const transfers = sql`
  select e.id, e.at, source.account as from_account, target.account as to_account,
    target.amount_cents, e.reference, starts_with(e.movement, 'transfer_back:') as is_contrary,
    exists (
      select from ledger_entry b where b.movement = 'transfer_back:' || e.id
    ) as is_taken_back
  from ledger_entry e
    join ledger_line source on source.entry_id = e.id and source.amount_cents < 0
    join ledger_line target on target.entry_id = e.id and target.amount_cents > 0
  where e.kind = 'transfer'`

/** Transfers, the latest recorded first. Returns up to `limit` + 1 rows. */
export async function selectTransfers(db: Db, page: Page): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    ${transfers} and ${isBeyond(page)} order by ${sortedBy(page.sorting)} limit ${page.limit + 1}
  `.execute(db)
  return rows
}

export async function selectTransfer(tx: Tx, movement: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`${transfers} and e.movement = ${movement}`.execute(tx)
  return rows[0]
}

/**
 * Reads a transfer that an admin recorded. Ignores entries that reverse a transfer, because they
 * cannot be reversed.
 */
export async function selectTransferById(tx: Tx, id: number): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    ${transfers} and e.id = ${id} and ${isRecorded('transfer')}`.execute(tx)
  return rows[0]
}
