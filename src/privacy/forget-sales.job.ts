import { forgetGuests } from '../complimentary/forget-guests.sql.ts'
import { noteForgotten } from '../events/event-change.sql.ts'
import { forgetSellersOf } from '../events/sellers/sellers.sql.ts'
import { forgetBuyers } from '../orders/forget-people.sql.ts'
import { forgetPayers } from '../payments/forget-payers.sql.ts'
import { forgetPaidOut } from '../payouts/payout-parts.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { selectSetting, upsertSetting } from '../platform/database/setting.sql.ts'
import { forgetRefunded } from '../refunds/forget-refunded.sql.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'
import { forgetHolders } from '../tickets/forget-holders.sql.ts'
import { lockOrdersOf, lockPastEvent } from './people.sql.ts'

const BATCH = 500
/**
 * The setting that stores the progress: the event whose orders are being emptied, and the id of the
 * order that was emptied last.
 */
const REACHED = 'forgetting_sales'

type Reached = { eventId: string; after: string }

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Removes personal data from the orders of an event that are older than the term; the rows stay.
 * The term begins at the latest of the event's dates and payments, so that a wrong date in the past
 * erases nothing. Continues after the order that the setting stores, so that no order is read twice.
 */
export async function forgetSales({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<'done' | 'more'> {
  const now = clock.now()
  const before = new Date(now.getTime() - KEPT_FOR.accounts.ms)
  return await inTransaction(db, async (tx) => {
    const eventId = await lockPastEvent(tx, before)
    if (eventId === undefined) return 'done'
    const reached = (await selectSetting(tx, REACHED)) as Reached | undefined
    const after = reached?.eventId === eventId ? reached.after : FIRST
    const orderIds = await lockOrdersOf(tx, { eventId, after, count: BATCH })
    const who = { orderIds, phone: null }
    await forgetGuests(tx, who)
    await forgetHolders(tx, who)
    await forgetRefunded(tx, who)
    await forgetPayers(tx, who)
    await forgetBuyers(tx, who)
    const isWhole = orderIds.length < BATCH
    if (isWhole) {
      await forgetPaidOut(tx, eventId)
      await forgetSellersOf(tx, eventId)
      await noteForgotten(tx, eventId, now)
    }
    await upsertSetting(tx, REACHED, { eventId, after: isWhole ? FIRST : orderIds.at(-1)! })
    return 'more'
  })
}
