import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Purpose } from '../payment.rules.ts'
import { type AttemptKind, type AttemptState, DUPLICATE } from './outgoing.rules.ts'
import { MISMATCH } from './verdict.rules.ts'

// Requests to M-Pesa that move money out of our accounts, and queries about them.

/** A request to M-Pesa, with the secret tokens of its two callback addresses. */
export type NewAttempt = { id: string; token: string; timeoutToken: string }

export type AttemptRow = {
  id: string
  /** Null for a query of the balances, like `subject_id`. */
  purpose: Purpose | null
  subject_id: string | null
  kind: AttemptKind
  state: AttemptState
  /**
   * For B2C our own id, otherwise M-Pesa's id, which is null until M-Pesa has responded. Only a
   * B2C request can be repeated under its id without paying twice.
   */
  originator_conversation_id: string | null
  /** The code of a result that Transaction Status has not confirmed yet. */
  reported: string | null
  result_code: string | null
  /** Whether M-Pesa examined the request and refused it for good. */
  is_final: boolean
  /** The attempt that a status query is about. */
  about: string | null
  since: Date
}

const ATTEMPT = sql.raw(`id, purpose, subject_id, kind, state, originator_conversation_id, reported,
  result_code, is_final, about, since`)

const isOpen = sql<boolean>`state in ('sending', 'accepted', 'unknown')`

/**
 * Inserts an attempt. Commit it before the request is sent. A second open attempt that moves the
 * same money violates `outgoing_attempt__open`.
 */
export async function insertAttempt(
  tx: Tx,
  attempt: NewAttempt & {
    /** The money that the attempt is about; null for the balances. */
    subject: { purpose: Purpose; id: string } | null
    kind: AttemptKind
    amountCents?: number
    about?: string
    /** The id of a B2C payment, which we choose. */
    originatorConversationId?: string
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('outgoing_attempt')
    .values({
      id: attempt.id,
      purpose: attempt.subject?.purpose ?? null,
      subject_id: attempt.subject?.id ?? null,
      kind: attempt.kind,
      amount_cents: attempt.amountCents ?? null,
      token: attempt.token,
      timeout_token: attempt.timeoutToken,
      about: attempt.about ?? null,
      originator_conversation_id: attempt.originatorConversationId ?? null,
      state: 'sending',
      created_at: attempt.now,
      since: attempt.now,
    })
    .execute()
}

/** Records M-Pesa's response or result. The state does not change if the attempt has ended. */
export async function recordAttempt(
  tx: Tx,
  id: string,
  to: AttemptState,
  result: {
    now: Date
    originatorConversationId?: string
    conversationId?: string
    response?: unknown
    resultCode?: string
    isFinal?: boolean
  },
): Promise<void> {
  const { now, response, originatorConversationId = null, conversationId = null } = result
  const raw = response === undefined ? null : JSON.stringify(response)
  await sql`
    update outgoing_attempt set since = ${now},
      state = case when ${isOpen} then ${to} else state end,
      is_final = is_final or ${result.isFinal ?? false} and ${isOpen},
      originator_conversation_id =
        coalesce(originator_conversation_id, ${originatorConversationId}),
      conversation_id = coalesce(conversation_id, ${conversationId}),
      response = coalesce(${raw}::jsonb, response),
      result_code = coalesce(${result.resultCode ?? null}, result_code)
    where id = ${id}`.execute(tx)
}

/**
 * Records the code that an unconfirmed result reports. A code that was recorded before is kept, but
 * any other code replaces MISMATCH. Returns false if the code was not recorded. So a stranger's
 * result cannot hide M-Pesa's own, and cannot cause more than one query.
 */
export async function recordReported(tx: Tx, id: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    update outgoing_attempt set reported = ${code}
    where id = ${id} and (reported is null or reported = ${MISMATCH} and ${code} <> ${MISMATCH})
    returning id`.execute(tx)
  return rows.length === 1
}

/** The attempts of a refund or of a part of a payout, oldest first. */
export async function selectAttempts(tx: Tx, subjectId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select ${ATTEMPT} from outgoing_attempt
    where subject_id = ${subjectId} order by created_at, id`.execute(tx)
  return rows
}

/**
 * The attempt with this callback token. `is_timeout` is true if the token belongs to the attempt's
 * address for time-outs.
 */
export async function selectAttemptOfToken(
  db: Db,
  token: string,
): Promise<(AttemptRow & { is_timeout: boolean }) | undefined> {
  const { rows } = await sql<AttemptRow & { is_timeout: boolean }>`
    select ${ATTEMPT}, timeout_token = ${token} as is_timeout
    from outgoing_attempt where token = ${token} or timeout_token = ${token}`.execute(db)
  return rows[0]
}

/** Whether `posted.token` belongs to an attempt, or `isOther` is true. */
export const isResultToken = (isOther: RawBuilder<boolean>): RawBuilder<boolean> => sql`(${isOther}
  or exists (select from outgoing_attempt
    where token = posted.token or timeout_token = posted.token))`

/** Marks second payments of this money as settled by an admin. Returns false if there are none. */
export async function settleDuplicates(tx: Tx, subjectId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update outgoing_attempt set result_code = '0', since = ${now}
    where subject_id = ${subjectId} and result_code = ${DUPLICATE} returning id`.execute(tx)
  return rows.length > 0
}

/** Lifts M-Pesa's final refusals of ways of paying. The attempts stay in the history. */
export async function reopenRefusals(tx: Tx, subjectId: string, now: Date): Promise<void> {
  await sql`update outgoing_attempt set is_final = false, since = ${now}
    where subject_id = ${subjectId} and is_final`.execute(tx)
}

/** Empties M-Pesa's raw responses about these refunds or parts. */
export async function forgetResponses(tx: Tx, subjectIds: readonly string[]): Promise<void> {
  await sql`update outgoing_attempt set response = null
    where subject_id = any(${subjectIds}::uuid[])`.execute(tx)
}
