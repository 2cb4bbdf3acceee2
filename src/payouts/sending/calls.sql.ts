import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { MISMATCH } from '../../refunds/sending/verdict.rules.ts'

// Requests to M-Pesa that pay parts of payouts, and queries about these requests.

type CallKind = 'b2c' | 'b2b' | 'status'
type CallState = 'asking' | 'asked' | 'unknown' | 'done' | 'refused'

export type NewCall = { id: string; token: string; timeoutToken: string }

export type CallRow = {
  id: string
  part_id: string
  kind: CallKind
  state: CallState
  /** Our own id for B2C. For B2B it is M-Pesa's id, and null until M-Pesa has responded. */
  originator_conversation_id: string | null
  /** The code of a result that Transaction Status has not confirmed. */
  reported: string | null
  result_code: string | null
  /** The call that a query is about; null for a call that pays. */
  about: string | null
  since: Date
}

const CALL = sql.raw(
  'id, part_id, kind, state, originator_conversation_id, reported, result_code, about, since',
)

/**
 * Inserts a call. Commit it before the request is sent. A second open call that pays the same part
 * violates `payout_attempt__open`.
 */
export async function insertCall(
  tx: Tx,
  call: NewCall & {
    partId: string
    kind: CallKind
    about?: string
    originatorConversationId?: string
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('payout_attempt')
    .values({
      ...{ id: call.id, part_id: call.partId, kind: call.kind, token: call.token },
      ...{ timeout_token: call.timeoutToken, about: call.about ?? null, state: 'asking' },
      originator_conversation_id: call.originatorConversationId ?? null,
      ...{ created_at: call.now, since: call.now },
    })
    .execute()
}

/** Records M-Pesa's response or result. The state does not change if the call has ended. */
export async function recordCall(
  tx: Tx,
  id: string,
  to: CallState,
  said: {
    now: Date
    originatorConversationId?: string
    conversationId?: string
    answer?: unknown
    resultCode?: string
  },
): Promise<void> {
  const answer = said.answer === undefined ? null : JSON.stringify(said.answer)
  await sql`
    update payout_attempt set since = ${said.now},
      state = case when state in ('asking', 'asked', 'unknown') then ${to} else state end,
      originator_conversation_id =
        coalesce(originator_conversation_id, ${said.originatorConversationId ?? null}),
      conversation_id = coalesce(conversation_id, ${said.conversationId ?? null}),
      response = coalesce(${answer}::jsonb, response),
      result_code = coalesce(${said.resultCode ?? null}, result_code)
    where id = ${id}`.execute(tx)
}

/**
 * Records the code that an unconfirmed result reports. A code that was recorded before is kept, but
 * any other code replaces MISMATCH. Returns false if the code was not recorded. So a stranger's
 * result cannot hide M-Pesa's own, and cannot cause more than one query.
 */
export async function recordReported(tx: Tx, id: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    update payout_attempt set reported = ${code}
    where id = ${id} and (reported is null or reported = ${MISMATCH} and ${code} <> ${MISMATCH})
    returning id`.execute(tx)
  return rows.length === 1
}

/** The calls of a part, oldest first. */
export async function selectCalls(tx: Tx, partId: string): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select ${CALL} from payout_attempt where part_id = ${partId} order by created_at, id`.execute(
    tx,
  )
  return rows
}

/**
 * The call with this token. `is_timeout` is true if it is the token of the address for time-outs.
 */
export async function selectCallOfToken(
  db: Db,
  token: string,
): Promise<(CallRow & { is_timeout: boolean }) | undefined> {
  const { rows } = await sql<CallRow & { is_timeout: boolean }>`
    select ${CALL}, timeout_token = ${token} as is_timeout
    from payout_attempt where token = ${token} or timeout_token = ${token}`.execute(db)
  return rows[0]
}

/** Whether this is the token of an address that we gave to M-Pesa. */
export const isPayoutToken = sql<boolean>`exists (
  select from payout_attempt where token = posted.token or timeout_token = posted.token)`
