import { createHash } from 'node:crypto'
import { pageText } from '../../messages/pages.text.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { within } from '../../platform/limits/limits.ts'
import { EMAIL_ERROR, readEmailAddress } from '../../platform/values/email-address.rules.ts'
import { queueTicketEmail } from '../issuing/queue-ticket-email.ts'
import { emailLimits, findByNumber } from '../limits.ts'
import { readTicketNumber } from '../number.rules.ts'
import { selectDeliveries, type TicketDelivery } from './delivery.sql.ts'

/** A repeated request in the same ten minutes sends nothing. */
const SAME_MS = 10 * 60_000

/**
 * Emails the tickets whose numbers the caller knows, and no others of the order. Leaves out the
 * receipt, with which all tickets of the order can be found.
 */
export async function emailTickets(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  asked: {
    tickets: [TicketDelivery, ...TicketDelivery[]]
    /** Null for the order's own address. */
    email: string | null
    address: string
  },
): Promise<void> {
  const { tickets, address } = asked
  const { order_id: orderId, email: known } = tickets[0]
  const to = asked.email === null ? known : readEmailAddress(asked.email)
  if (to === null) refuseField('email', pageText(EMAIL_ERROR))
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

/** Finds the tickets with these numbers, all of one order. Wrong numbers count as misses. */
export async function findDeliveries(
  deps: FindDeps,
  asked: { numbers: readonly string[]; address: string },
): Promise<[TicketDelivery, ...TicketDelivery[]]> {
  const numbers = asked.numbers.flatMap((typed) => readTicketNumber(typed) ?? [])
  const find = async () => {
    const [first, ...others] = await selectDeliveries(deps.db, numbers)
    // Numbers of two orders belong to two buyers.
    if (!first || others.some(({ order_id }) => order_id !== first.order_id)) return null
    return [first, ...others] as [TicketDelivery, ...TicketDelivery[]]
  }
  return await findByNumber(deps, { address: asked.address, miss: 'no_such_ticket', find })
}
