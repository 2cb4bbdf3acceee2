import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

/** Decisions at the gates of the sandbox's sample events, as rows by the columns' names. */
export async function insertSampleCheckIns(tx: Tx, checkIns: object[]): Promise<void> {
  await sql`
    insert into check_in (id, event_id, gate_id, ticket_number, ticket_id, result, reason, asked,
      admits, left_after, method, validator_id, nonce, at)
    select id, event_id, gate_id, ticket_number, ticket_id, result, reason, asked,
      admits, left_after, method, validator_id, nonce, at
    from jsonb_populate_recordset(null::check_in, ${JSON.stringify(checkIns)})`.execute(tx)
}

export async function hasAccounts(tx: Tx, ids: string[]): Promise<boolean> {
  const rows = await tx.selectFrom('account').select('id').where('id', 'in', ids).execute()
  return rows.length === ids.length
}
