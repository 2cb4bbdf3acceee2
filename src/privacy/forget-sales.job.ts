import { forgetGuests } from '../complimentary/forget-guests.sql.ts'
import { forgetBuyers } from '../orders/forget-people.sql.ts'
import { forgetPayers } from '../payments/forget-payers.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { selectSetting, upsertSetting } from '../platform/database/setting.sql.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { forgetRefunded } from '../refunds/forget-refunded.sql.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'
import { forgetHolders } from '../tickets/forget-holders.sql.ts'
import { lockOldOrders } from './people.sql.ts'

const BATCH = 500
/**
 * The setting that stores how far the sweep has come: the date of events, and the id of the last
 * order of these events that was emptied.
 */
const REACHED = 'sales_forgotten'

type Reached = { day: string; after: string }

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Removes personal data from the orders of events that are older than the term; the rows stay.
 * Continues after the day and order that the setting stores, so that no order is read twice.
 */
export async function forgetSales({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<'done' | 'more'> {
  const before = nairobiDate(new Date(clock.now().getTime() - KEPT_FOR.accounts.ms))
  return await inTransaction(db, async (tx) => {
    const { day: from, after } = ((await selectSetting(tx, REACHED)) as Reached | undefined) ?? {
      day: '0001-01-01',
      after: FIRST,
    }
    const { day, ids: orderIds } = await lockOldOrders(tx, { from, before, after, count: BATCH })
    if (day === null) return 'done'
    const who = { orderIds, phone: null }
    await forgetGuests(tx, who)
    await forgetHolders(tx, who)
    await forgetRefunded(tx, who)
    await forgetPayers(tx, who)
    await forgetBuyers(tx, who)
    const isWhole = orderIds.length < BATCH
    const reached = isWhole
      ? { day: dayAfter(day), after: FIRST }
      : { day, after: orderIds.at(-1)! }
    await upsertSetting(tx, REACHED, reached)
    return 'more'
  })
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
