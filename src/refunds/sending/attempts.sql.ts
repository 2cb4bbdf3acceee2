import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { DUPLICATE } from '../refund.rules.ts'
import { MISMATCH } from './verdict.rules.ts'

// Requests to M-Pesa: refunds, and queries about refunds.

/**
 * `status` queries an attempt, `receipt` queries the payment to refund. `balance` queries the
 * accounts of the short code that pays customers. `working` queries those of the short code that
 * collects payments, if the two short codes differ.
 */
type CallKind = 'reversal' | 'b2c' | 'status' | 'receipt' | 'balance' | 'working'
type CallState = 'asking' | 'asked' | 'unknown' | 'done' | 'refused'

/**
 * Inserts an attempt. Commit it before the request is sent. A second open attempt that moves money
 * violates `refund_attempt__open`.
 */
export async function insertAttempt(
  tx: Tx,
  call: {
    id: string
    refundId: string | null
    kind: CallKind
    token: string
    timeoutToken: string
    /** The attempt that a status query is about. */
    about?: string
    /** The id of a B2C payment, which we choose. */
    originatorConversationId?: string
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('refund_attempt')
    .values({
      id: call.id,
      refund_id: call.refundId,
      kind: call.kind,
      token: call.token,
      timeout_token: call.timeoutToken,
      about: call.about ?? null,
      originator_conversation_id: call.originatorConversationId ?? null,
      state: 'asking',
      created_at: call.now,
      since: call.now,
    })
    .execute()
}

/** Records M-Pesa's response or result. The state does not change if the attempt has ended. */
export async function recordAttempt(
  tx: Tx,
  id: string,
  to: CallState,
  told: {
    now: Date
    originatorConversationId?: string
    conversationId?: string
    answer?: unknown
    resultCode?: string
  },
): Promise<void> {
  await sql`
    update refund_attempt set since = ${told.now},
      state = case when state in ('asking', 'asked', 'unknown') then ${to} else state end,
      originator_conversation_id =
        coalesce(originator_conversation_id, ${told.originatorConversationId ?? null}),
      conversation_id = coalesce(conversation_id, ${told.conversationId ?? null}),
      response = coalesce(${told.answer === undefined ? null : JSON.stringify(told.answer)}::jsonb,
        response),
      result_code = coalesce(${told.resultCode ?? null}, result_code)
    where id = ${id}`.execute(tx)
}

/**
 * Records the code that an unconfirmed result reports. A code that was recorded before is kept, but
 * any other code replaces MISMATCH. Returns false if the code was not recorded. So a stranger's
 * result cannot hide M-Pesa's own, and cannot cause more than one query.
 */
export async function recordReported(tx: Tx, id: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    update refund_attempt set reported = ${code}
    where id = ${id} and (reported is null or reported = ${MISMATCH} and ${code} <> ${MISMATCH})
    returning id`.execute(tx)
  return rows.length === 1
}

export type CallRow = {
  id: string
  refund_id: string | null
  kind: CallKind
  state: CallState
  originator_conversation_id: string | null
  /** The code of a result that Transaction Status has not confirmed yet. */
  reported: string | null
  result_code: string | null
  /** The attempt that a status query is about. */
  about: string | null
  since: Date
}

const CALL = sql.raw(
  'id, refund_id, kind, state, originator_conversation_id, reported, result_code, about, since',
)

/** The attempts of a refund, oldest first. */
export async function selectAttempts(tx: Tx, refundId: string): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select ${CALL} from refund_attempt where refund_id = ${refundId} order by created_at, id`.execute(
    tx,
  )
  return rows
}

/**
 * The attempt with this callback token. `is_timeout` is true if the token belongs to the attempt's
 * address for time-outs.
 */
export async function selectCallOfToken(
  db: Db,
  token: string,
): Promise<(CallRow & { is_timeout: boolean }) | undefined> {
  const { rows } = await sql<CallRow & { is_timeout: boolean }>`
    select ${CALL}, timeout_token = ${token} as is_timeout
    from refund_attempt where token = ${token} or timeout_token = ${token}`.execute(db)
  return rows[0]
}

/** Whether this is the token of a callback address that we gave to M-Pesa. */
export const isResultToken = sql<boolean>`exists (
    select from refund_attempt where token = posted.token or timeout_token = posted.token
    union all select from receipt_check where token = posted.token)`

/**
 * Stores the balance that M-Pesa reported, with its time. M-Pesa's times are in whole seconds. If
 * two balances are from the same second, the lower balance is kept.
 */
export async function insertBalance(
  tx: Tx,
  row: { at: Date; workingCents: number | null; utilityCents: number | null },
): Promise<void> {
  await sql`
    insert into mpesa_balance (at, working_cents, utility_cents)
    values (${row.at}, ${row.workingCents}, ${row.utilityCents})
    on conflict (at) do update set
      working_cents = least(mpesa_balance.working_cents, excluded.working_cents),
      utility_cents = least(mpesa_balance.utility_cents, excluded.utility_cents)`.execute(tx)
}

/** The rate-limit slot of the daily query of the balances. */
export const BALANCE_SLOT = 'balance query'

/** The latest balance by M-Pesa's own clock; undefined if M-Pesa has reported none. */
export async function selectBalance(db: Db) {
  return await db
    .selectFrom('mpesa_balance')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The total that is still to be paid by B2C from the utility account, in cents. */
export async function sumOwed(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from (
      select amount_cents from refund where state in ('due', 'sending', 'sent', 'unknown')
      union all
      select r.amount_cents from payout_part r join payout p on p.id = r.payout_id
        join payout_account c on c.id = p.payout_account_id
      where r.state in ('due', 'sending', 'sent', 'unknown') and c.kind = 'mpesa'
    ) owed`.execute(db)
  return rows[0]!.cents
}

/** Marks double refunds of this refund as settled by an admin. Returns false if there are none. */
export async function settleDoubleRefunds(tx: Tx, refundId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update refund_attempt set result_code = '0', since = ${now}
    where refund_id = ${refundId} and result_code = ${DUPLICATE} returning id`.execute(tx)
  return rows.length > 0
}

/** Allows ways of refunding again that M-Pesa refused. The attempts stay in the history. */
export async function closeRefusals(tx: Tx, refundId: string, now: Date): Promise<void> {
  await sql`update refund_attempt set state = 'done', since = ${now}
    where refund_id = ${refundId} and state = 'refused'`.execute(tx)
}
