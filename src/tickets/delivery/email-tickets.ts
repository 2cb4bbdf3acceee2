import { createHash } from 'node:crypto'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { within } from '../../platform/limits/limits.ts'
import { EMAIL_ERROR, readEmailAddress } from '../../platform/values/email-address.rules.ts'
import { queueTicketEmail } from '../issuing/queue-ticket-email.ts'
import { emailLimits } from '../limits.ts'
import type { TicketDelivery } from './delivery.sql.ts'

/** A second press within this sends nothing. */
const SAME_MS = 10 * 60_000

/**
 * Mails tickets to who knows their numbers: those and no others of the order, without its receipt, for
 * with that one finds all of them.
 */
export async function emailTickets(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  asked: {
    tickets: [TicketDelivery, ...TicketDelivery[]]
    /** Null for the address of the purchase. */
    email: string | null
    address: string
  },
): Promise<void> {
  const { tickets, address } = asked
  const { order_id: orderId, email: known } = tickets[0]
  const to = asked.email === null ? known : readEmailAddress(asked.email)
  if (to === null) {
    throw new AppError('invalid_field', { text: EMAIL_ERROR, details: { field: 'email' } })
  }
  const numbers = tickets.map(({ number }) => number)
  const slot = Math.floor(deps.clock.now().getTime() / SAME_MS)
  const what = createHash('sha256')
    .update([to, ...numbers].join(' '))
    .digest('hex')
  const limits = emailLimits(deps, { orderId, to, address })
  await inTransaction(deps.db, async (tx) => {
    await within({ ...deps, db: tx }, limits, () =>
      queueTicketEmail(tx, deps, orderId, { to, numbers, key: `asked:${what}:${slot}` }),
    )
  })
}
