import type { Deps } from '../../platform/database/deps.ts'
import { findByNumber } from '../limits.ts'
import { readTicketNumber } from '../number.rules.ts'
import { selectDeliveries, type TicketDelivery } from './delivery.sql.ts'

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
