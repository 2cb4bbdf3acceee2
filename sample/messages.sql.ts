import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

/** SMS that the sandbox's sample buyers have got, as rows by the columns' names. */
export async function insertSampleMessages(tx: Tx, messages: object[]): Promise<void> {
  await sql`
    insert into message (id, channel, recipient, body, dedupe_key, state, provider_message_id,
      provider_status, attempts, resent, sending_at, sent_at, created_at, updated_at)
    select id, channel, recipient, body, dedupe_key, state, provider_message_id,
      provider_status, attempts, resent, sending_at, sent_at, created_at, updated_at
    from jsonb_populate_recordset(null::message, ${JSON.stringify(messages)})`.execute(tx)
}
