import type { DarajaResult, ReplyAddresses } from '../../payments/mpesa/operation.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { recordAttempt } from './attempts.sql.ts'

/** A request to M-Pesa, with the secret tokens of its two callback addresses. */
export type NewAttempt = { id: string; token: string; timeoutToken: string }

export function newAttempt(): NewAttempt {
  return { id: newId(), token: newToken(), timeoutToken: newToken() }
}

export function addressesOf(
  { env }: Pick<Deps, 'env'>,
  call: Pick<NewAttempt, 'token' | 'timeoutToken'>,
): ReplyAddresses {
  const origin = `${env.mpesa.callbackOrigin}/cb/r`
  return { resultUrl: `${origin}/${call.token}`, timeoutUrl: `${origin}/${call.timeoutToken}` }
}

/**
 * Records the response to a status query. A query moves no money, so a rejected query simply ends,
 * and the sweep sends a new query later.
 */
export async function recordQuery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: NewAttempt,
  response: DarajaResult,
): Promise<void> {
  const told = { now: clock.now(), answer: response.raw }
  await inTransaction(db, async (tx) => {
    if (response.kind !== 'accepted') {
      await recordAttempt(tx, id, 'done', { ...told, resultCode: response.kind })
      return
    }
    const { originatorConversationId, conversationId } = response
    await recordAttempt(tx, id, 'asked', { ...told, originatorConversationId, conversationId })
  })
}
