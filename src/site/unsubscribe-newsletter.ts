import { REPLIES } from '../messages/replies.text.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { endSubscription } from './site.sql.ts'

/** Unsubscribes in one step, without a question. Repeating the call is harmless. */
export async function unsubscribeNewsletter(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const now = deps.clock.now()
  const isKnown = await inTransaction(deps.db, (tx) => endSubscription(tx, token, now))
  if (!isKnown) throw new AppError('not_found', { text: REPLIES.unknownLink })
}
