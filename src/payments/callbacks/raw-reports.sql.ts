import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

export type ReportKeys = {
  /** Secret parts of the callback addresses of the person's payments and refunds. */
  tokens: readonly string[]
  /** The person's number and receipts, in all forms that a report may name. */
  terms: readonly string[]
}

type RawReport = { id: number; received_at: Date; body: string; is_read: boolean }

const WORD = /^[0-9A-Za-z]+$/

/**
 * The reports about a person, oldest first. Confirmations by paybill share one address, so bodies
 * are searched too. Reads all reports, so call it only for an identified person.
 */
export async function selectReports(db: Db, { tokens, terms }: ReportKeys): Promise<RawReport[]> {
  const pattern = `\\m(${terms.filter((term) => WORD.test(term)).join('|')})\\M`
  const { rows } = await sql<RawReport>`
    select id, received_at, body, outcome is not null as is_read from provider_callback
    where token = any(${tokens}::text[]) or body ~* ${pattern}
    order by id`.execute(db)
  return rows
}

export async function deleteReports(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from provider_callback where id = any(${ids}::bigint[])`.execute(tx)
}
