import { inTransaction, type Tx } from '../src/platform/db.ts'
import type { Deps } from '../src/platform/deps.ts'
import { toCents } from '../src/platform/money.rules.ts'
import { hasSetting, insertSetting, lockSettings } from '../src/platform/setting.sql.ts'
import { SAMPLE_ACCOUNTS } from './accounts.ts'
import { hasAccounts, insertSampleCheckIns } from './check-ins.sql.ts'
import { sampleEvents } from './events/all-events.ts'
import { type PastEvent, pastEvents, SAMPLE_OWNED } from './events/past-events.ts'
import {
  categoryRows,
  gateLinkRows,
  gateRows,
  pastEventRow,
  pastTimes,
  ticketTypeId,
  ticketTypeRows,
} from './events/sample-rows.ts'
import {
  insertSampleEvents,
  putCategories,
  putGates,
  selectImageKeys,
  setOrganizer,
} from './events.sql.ts'
import { insertSampleMessages } from './messages.sql.ts'
import { countSampleSales, insertSampleOrders } from './orders.sql.ts'
import { insertSamplePayments } from './payments.sql.ts'
import { drawEntries, shownTickets } from './sales/entries.ts'
import { checkInRow, messageRows, orderRows, paymentRows, ticketRows } from './sales/rows.ts'
import { type SaleEvent, sampleGateKey } from './sales/sale-event.ts'
import { drawSales, type SampleSale } from './sales/sales.ts'
import { insertSampleTickets } from './tickets.sql.ts'

const SETTING = 'sample_sales'

/**
 * Gives the sample events their organizers, and a past: events that are over, with everything that
 * their sales and their gates would have left behind. Once for each database that has the sample
 * events and accounts, and never in production.
 */
export async function loadSampleSales({
  db,
  clock,
  log,
  env,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'env'>): Promise<boolean> {
  if (env.production) throw new Error('sample sales have no money behind them')
  const loaded = await inTransaction(db, async (tx) => {
    if (await hasSetting(tx, SETTING)) return false
    await lockSettings(tx)
    if (await hasSetting(tx, SETTING)) return false
    const pictures = await selectImageKeys(tx, [...sampleEventIds().values()])
    const accounts = Object.values(SAMPLE_ACCOUNTS).map((account) => account.id)
    if (pictures.size === 0 || !(await hasAccounts(tx, accounts))) return false
    await insertAll(tx, { pictures, now: clock.now(), publicOrigin: env.publicOrigin })
    await insertSetting(tx, SETTING, { events: pastEvents.length })
    return true
  })
  if (loaded) log.info({ events: pastEvents.length }, 'sample sales loaded')
  return loaded
}

/** By their keys, the events that are ahead. */
function sampleEventIds(): Map<string, string> {
  return new Map(sampleEvents.map((event) => [event.key, event.id]))
}

type Ground = { pictures: Map<string, string | null>; now: Date; publicOrigin: string }

async function insertAll(tx: Tx, { pictures, now, publicOrigin }: Ground): Promise<void> {
  const ids = sampleEventIds()
  for (const [owner, keys] of Object.entries(SAMPLE_OWNED) as [
    keyof typeof SAMPLE_OWNED,
    string[],
  ][]) {
    await setOrganizer(
      tx,
      SAMPLE_ACCOUNTS[owner].id,
      keys.map((key) => ids.get(key)!),
    )
  }
  const categoryIds = await putCategories(tx, categoryRows())
  const gateIds = await putGates(tx, gateRows())
  await insertSampleEvents(
    tx,
    pastEvents.map((event) =>
      pastEventRow(event, {
        categoryId: categoryIds.get(event.category)!,
        imageKey: pictures.get(ids.get(event.pictureOf)!) ?? null,
        organizerId: event.owner && SAMPLE_ACCOUNTS[event.owner].id,
        now,
      }),
    ),
    pastEvents.flatMap(ticketTypeRows),
    pastEvents.flatMap((event) => gateLinkRows(event, gateIds)),
  )
  const events = pastEvents.map((event) => saleEvent(event, gateIds, now))
  await insertSales(tx, events, { now, publicOrigin })
}

function saleEvent(event: PastEvent, gateIds: Map<string, string>, now: Date): SaleEvent {
  const { startsAt, closesAt } = pastTimes(event, now)
  const { id, key, title, weeks, orders, cameIn } = event
  return {
    ...{ id, key, title, weeks, orders, cameIn },
    validatorId: SAMPLE_ACCOUNTS[event.owner ?? 'admin'].id,
    startsAt: startsAt.getTime(),
    closesAt: closesAt.getTime(),
    isCancelled: event.isCancelled ?? false,
    types: event.types.map((type, offset) => ({
      id: ticketTypeId(event, offset),
      name: type.name,
      priceCents: toCents(type.price)!,
      maxPerOrder: type.maxPerOrder,
      capacity: type.capacity,
      typeOffset: offset,
      gates: type.gates.map((name) => ({ id: gateIds.get(name)!, name })),
    })),
  }
}

/** On whatever weekdays the two are. */
function isLongBefore(one: PastEvent, other: PastEvent): boolean {
  return one.daysAgo >= other.daysAgo + 14
}

async function insertSales(
  tx: Tx,
  events: SaleEvent[],
  { now, publicOrigin }: { now: Date; publicOrigin: string },
): Promise<void> {
  const byEvent = events.map((event) => drawSales(event, now.getTime()))
  const sales = byEvent.flat()
  const entries = events.flatMap((event, index) => {
    const old = byEvent.filter((_, other) => isLongBefore(pastEvents[other]!, pastEvents[index]!))
    return drawEntries(event, byEvent[index]!, old.flat().flatMap(shownTickets))
  })
  const admitted = new Map<string, number>()
  for (const { ticketId, admits } of entries) {
    if (ticketId && admits > 0) admitted.set(ticketId, (admitted.get(ticketId) ?? 0) + admits)
  }
  await insertOrders(tx, sales)
  await countSampleSales(
    tx,
    events.map((event) => event.id),
  )
  const keys = events.map((event) => ({ event_id: event.id, key: sampleGateKey(event) }))
  await insertSampleTickets(
    tx,
    sales.flatMap((sale) => ticketRows(sale, admitted)),
    keys,
  )
  await insertSampleMessages(
    tx,
    sales.flatMap((sale) => messageRows(sale, publicOrigin)),
  )
  await insertSampleCheckIns(tx, entries.map(checkInRow))
}

async function insertOrders(tx: Tx, sales: SampleSale[]): Promise<void> {
  const orders = sales.map(orderRows)
  await insertSampleOrders(tx, {
    orders: orders.map(({ order }) => order),
    lines: orders.flatMap(({ lines }) => lines),
    holds: orders.map(({ hold }) => hold),
    events: orders.flatMap(({ events }) => events),
  })
  const payments = sales.map(paymentRows)
  await insertSamplePayments(tx, {
    payments: payments.map(({ payment }) => payment),
    events: payments.flatMap(({ events }) => events),
  })
}
