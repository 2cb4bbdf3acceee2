import { pageText } from '../messages/pages.text.ts'
import { REPLIES } from '../messages/replies.text.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError, refuseField } from '../platform/errors.ts'
import { newId, newToken } from '../platform/ids.ts'
import { EMAIL_ERROR, readEmailAddress } from '../platform/values/email-address.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { CONSENT } from './newsletter.rules.ts'
import type { NewsletterRequest } from './site.contract.ts'
import { endSubscription, upsertSubscriber } from './site.sql.ts'

/**
 * Stores the consent. An address that is subscribed already gets the same reply, so that a stranger
 * cannot find out who subscribes.
 */
export async function subscribeNewsletter(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: NewsletterRequest,
  language: Language,
): Promise<void> {
  const email = readEmailAddress(request.email)
  if (email === null) refuseField('email', pageText(EMAIL_ERROR))
  await inTransaction(deps.db, (tx) =>
    upsertSubscriber(tx, {
      id: newId(),
      email,
      token: newToken(),
      // The consent text that the subscriber read.
      text: pageText(CONSENT)[language],
      source: request.source?.trim() || 'website',
      now: deps.clock.now(),
    }),
  )
}

/** Unsubscribes immediately, without asking for confirmation. Repeating the call is harmless. */
export async function unsubscribeNewsletter(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  const now = deps.clock.now()
  const isKnown = await inTransaction(deps.db, (tx) => endSubscription(tx, token, now))
  if (!isKnown) throw new AppError('not_found', { text: REPLIES.unknownLink })
}
