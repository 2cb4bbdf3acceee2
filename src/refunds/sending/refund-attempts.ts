import type { Daraja } from '../../payments/mpesa/daraja.ts'
import type { DarajaResult, ReplyAddresses, StatusSubject } from '../../payments/mpesa/operation.ts'
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

/** Sends a status query whose attempt is committed, and records the response. */
export async function queryStatus(
  deps: Pick<Deps, 'db' | 'env' | 'clock'> & { daraja: Pick<Daraja, 'askStatus'> },
  call: NewAttempt,
  subject: StatusSubject,
): Promise<void> {
  const asked = { ...subject, ...addressesOf(deps, call) }
  await recordQuery(deps, call, await deps.daraja.askStatus(asked))
}

/**
 * Records the response to a query. A query moves no money, so a rejected query simply ends,
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
