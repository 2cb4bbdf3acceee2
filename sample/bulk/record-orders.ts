import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../src/platform/database/db.ts'
import { bookOrders } from './books.sql.ts'
import { type BulkOrder, givenOrders } from './given-orders.ts'
import { issueTickets } from './issue-tickets.ts'
import { countOrders, insertOrders, insertPayments, stageOrders } from './orders.sql.ts'
import { insertRefunds } from './refunds.sql.ts'

/**
 * Writes orders in bulk, with all rows that the product would have written: lines, holds, payments,
 * refunds, history, ledger entries, stock, figures, lists, tickets with their gates, and SMS.
 * Writes no raw callbacks and no emails. `given` selects the orders, with the columns of
 * `givenOrders`.
 */
export async function recordOrders(
  tx: Tx,
  given: BulkOrder[] | RawBuilder<unknown>,
  publicOrigin: string,
): Promise<void> {
  await stageOrders(tx, Array.isArray(given) ? givenOrders(given) : given)
  await insertOrders(tx)
  await insertPayments(tx)
  await countOrders(tx)
  await bookOrders(tx)
  await insertRefunds(tx)
  await issueTickets(tx, publicOrigin)
  await sql`drop table made`.execute(tx)
}
