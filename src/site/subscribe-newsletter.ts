import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { EMAIL_ERROR, isEmailAddress } from '../platform/email-address.rules.ts'
import { AppError } from '../platform/errors.ts'
import { newId, newToken } from '../platform/ids.ts'
import { CONSENT } from './newsletter.rules.ts'
import type { NewsletterRequest } from './site.contract.ts'
import { upsertSubscriber } from './site.sql.ts'

/** Stores the consent. Who is subscribed already gets the same answer: nobody learns who is. */
export async function subscribeNewsletter(deps: Deps, request: NewsletterRequest): Promise<void> {
  const email = request.email.trim()
  if (!isEmailAddress(email)) {
    throw new AppError('invalid_field', { text: EMAIL_ERROR, details: { field: 'email' } })
  }
  await inTransaction(deps.db, (tx) =>
    upsertSubscriber(tx, {
      id: newId(),
      email,
      token: newToken(),
      text: CONSENT,
      source: request.source?.trim() || 'website',
      now: deps.clock.now(),
    }),
  )
}
