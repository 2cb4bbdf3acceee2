import type { Daraja } from '../../payments/mpesa/daraja.ts'
import type { ReplyAddresses, StatusSubject } from '../../payments/mpesa/operation.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { TIMEOUT } from '../../refunds/sending/verdict.rules.ts'
import { type CallRow, insertCall, type NewCall, recordCall } from './calls.sql.ts'

export type SendDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'timeScale'> & {
  daraja: Pick<Daraja, 'payCustomer' | 'payBusiness' | 'askStatus'>
}

export function newCall(): NewCall {
  return { id: newId(), token: newToken(), timeoutToken: newToken() }
}

export function addressesOf({ env }: Pick<Deps, 'env'>, call: NewCall): ReplyAddresses {
  const origin = `${env.mpesa.callbackOrigin}/cb/o`
  return { resultUrl: `${origin}/${call.token}`, timeoutUrl: `${origin}/${call.timeoutToken}` }
}

/**
 * Inserts a query about a call, and returns its subject. The id of the call at M-Pesa must be
 * known.
 */
export async function beginQuestion(
  tx: Tx,
  { id: about, part_id: partId, kind, originator_conversation_id, reported }: CallRow,
  { question, now }: { question: NewCall; now: Date },
): Promise<StatusSubject> {
  await insertCall(tx, { ...question, partId, kind: 'status', about, now })
  const isReported = reported !== null && reported !== TIMEOUT
  return {
    originatorConversationId: originator_conversation_id!,
    of: kind === 'b2c' ? 'b2c' : 'collection',
    remarks: isReported ? 'Payout result' : 'Payout status',
  }
}

/**
 * Sends a query that has been committed, and records the response. A query moves no money, so a
 * rejected query simply ends, and the sweep sends a new query later.
 */
export async function sendQuestion(
  deps: SendDeps,
  question: NewCall,
  subject: StatusSubject,
): Promise<void> {
  const answer = await deps.daraja.askStatus({ ...subject, ...addressesOf(deps, question) })
  const said = { now: deps.clock.now(), answer: answer.raw }
  await inTransaction(deps.db, async (tx) => {
    if (answer.kind !== 'accepted') {
      await recordCall(tx, question.id, 'done', { ...said, resultCode: answer.kind })
      return
    }
    const { originatorConversationId, conversationId } = answer
    await recordCall(tx, question.id, 'asked', {
      ...said,
      originatorConversationId,
      conversationId,
    })
  })
}
