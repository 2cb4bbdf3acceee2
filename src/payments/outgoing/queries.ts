import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId, newToken } from '../../platform/ids.ts'
import type { DarajaResult, ReplyAddresses, StatusSubject } from '../mpesa/operation.ts'
import type { Purpose } from '../payment.rules.ts'
import { type AttemptRow, insertAttempt, type NewAttempt, recordAttempt } from './attempts.sql.ts'
import type { OutgoingDeps, OutgoingMoney } from './handler.ts'
import { TIMEOUT } from './verdict.rules.ts'

const PATHS = { refund: '/cb/r', payout: '/cb/o' }
const NAMES = { refund: 'Refund', payout: 'Payout' }

export function newAttempt(): NewAttempt {
  return { id: newId(), token: newToken(), timeoutToken: newToken() }
}

export function addressesOf(
  { env }: Pick<Deps, 'env'>,
  { token, timeoutToken }: Pick<NewAttempt, 'token' | 'timeoutToken'>,
  purpose: Purpose = 'refund',
): ReplyAddresses {
  const origin = env.mpesa.callbackOrigin + PATHS[purpose]
  return { resultUrl: `${origin}/${token}`, timeoutUrl: `${origin}/${timeoutToken}` }
}

/**
 * Inserts a status query about an attempt and returns its subject: the id of the attempt, or the
 * receipt of the payment to be reversed if the response that states the id was lost. Null if M-Pesa
 * cannot be queried: the id of a payment to a business is lost.
 */
export async function beginQuery(
  tx: Tx,
  attempt: AttemptRow,
  { money, query, now }: { money: OutgoingMoney; query: NewAttempt; now: Date },
): Promise<StatusSubject | null> {
  const { id: about, kind, originator_conversation_id: id, reported } = attempt
  const { mpesa_receipt: receipt } = money
  if (id === null && receipt === null) return null
  const purpose = attempt.purpose!
  const subject = { purpose, id: money.id }
  await insertAttempt(tx, { ...query, subject, kind: 'status', about, now })
  const isReported = reported !== null && reported !== TIMEOUT
  const remarks = `${NAMES[purpose]} ${isReported ? 'result' : 'status'}`
  if (id === null) return { receipt: receipt!, of: 'collection', remarks }
  return { originatorConversationId: id, of: kind === 'b2c' ? 'b2c' : 'collection', remarks }
}

/** Sends a status query whose attempt is committed, and records the response. */
export async function sendQuery(
  deps: Pick<OutgoingDeps, 'db' | 'env' | 'clock' | 'daraja'>,
  query: NewAttempt,
  { subject, purpose }: { subject: StatusSubject; purpose: Purpose },
): Promise<void> {
  const request = { ...subject, ...addressesOf(deps, query, purpose) }
  await recordQuery(deps, query, await deps.daraja.askStatus(request))
}

/**
 * Records the response to a query. A query moves no money, so a rejected query simply ends,
 * and the sweep sends a new query later.
 */
export async function recordQuery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: NewAttempt,
  { raw: response, ...reply }: DarajaResult,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (reply.kind === 'accepted') {
      await recordAttempt(tx, id, 'accepted', { now, response, ...reply })
    } else await recordAttempt(tx, id, 'done', { now, response, resultCode: reply.kind })
  })
}
