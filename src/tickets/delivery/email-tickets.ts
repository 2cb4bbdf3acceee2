import { createHash } from 'node:crypto'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { within } from '../../platform/limits/limits.ts'
import { EMAIL_ERROR, readEmailAddress } from '../../platform/values/email-address.rules.ts'
import { queueTicketEmail } from '../issuing/queue-ticket-email.ts'
import { emailLimits, findByNumber } from '../limits.ts'
import { readTicketNumber } from '../number.rules.ts'
import { selectDeliveries, type TicketDelivery } from './delivery.sql.ts'

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

type FindDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics'>

/** The tickets of one order that these numbers name; who guesses is limited as at every look-up. */
export async function findDeliveries(
  deps: FindDeps,
  asked: { numbers: readonly string[]; address: string },
): Promise<[TicketDelivery, ...TicketDelivery[]]> {
  const numbers = asked.numbers.flatMap((typed) => readTicketNumber(typed) ?? [])
  const find = async () => {
    const [first, ...others] = await selectDeliveries(deps.db, numbers)
    // Numbers of another order are another buyer's.
    if (!first || others.some(({ order_id }) => order_id !== first.order_id)) return null
    return [first, ...others] as [TicketDelivery, ...TicketDelivery[]]
  }
  return await findByNumber(deps, { address: asked.address, miss: 'no_such_ticket', find })
}
