import { inTransaction, type Tx } from '../src/platform/database/db.ts'
import type { Deps } from '../src/platform/database/deps.ts'
import { hasSetting, insertSetting, lockSettings } from '../src/platform/database/setting.sql.ts'
import { SAMPLE_ACCOUNTS } from './accounts.ts'
import { recordOrders } from './bulk/record-orders.ts'
import { putGateKeys } from './bulk/tickets.sql.ts'
import {
  countAdmitted,
  countCheckIns,
  insertCheckIns,
  selectShownTickets,
} from './check-ins.sql.ts'
import { sampleEvents } from './events/all-events.ts'
import { pastEvents, SAMPLE_OWNED } from './events/past-events.ts'
import {
  categoryRows,
  gateLinkRows,
  gateRows,
  pastEventRow,
  ticketTypeRows,
} from './events/sample-rows.ts'
import {
  hasAccounts,
  insertSampleEvents,
  putCategories,
  putGates,
  selectImageKeys,
  setOrganizer,
} from './events.sql.ts'
import { drawEntries } from './sales/entries.ts'
import { type SaleEvent, saleEvent, sampleGateKey } from './sales/sale-event.ts'
import { drawSales } from './sales/sales.ts'

const SETTING = 'sample_sales'

/**
 * Assigns the sample events to their organizers. Loads past events with all data that their sales
 * and gates would have produced. Runs once for each database that has the sample events and
 * accounts, and never in production.
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

/** The ids of the upcoming events by their keys. */
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
    pastEvents.flatMap((event) => ticketTypeRows(event, now)),
    pastEvents.flatMap((event) => gateLinkRows(event, gateIds)),
  )
  const events = pastEvents.map((event) => saleEvent(event, gateIds, now))
  await putGateKeys(
    tx,
    events.map((event) => ({ event_id: event.id, key: sampleGateKey(event) })),
  )
  const sales = events.flatMap((event) => drawSales(event, now.getTime()))
  await recordOrders(tx, sales, publicOrigin)
  await recordEntries(tx, events)
}

async function recordEntries(tx: Tx, events: SaleEvent[]): Promise<void> {
  const ids = events.map((event) => event.id)
  const tickets = await selectShownTickets(tx, ids)
  const ticketsOf = Map.groupBy(tickets, (ticket) => ticket.eventId)
  const entries = events.flatMap((event) => {
    const earlier = events.filter((other) => isLongBefore(other, event)).map((other) => other.id)
    return drawEntries(
      event,
      ticketsOf.get(event.id) ?? [],
      tickets.filter((ticket) => earlier.includes(ticket.eventId)),
    )
  })
  await insertCheckIns(tx, entries)
  await countAdmitted(tx, ids)
  await countCheckIns(tx, ids)
}

/**
 * Whether event `one` took place before event `other`. Compares `daysAgo` with a margin of two
 * weeks, because each event moves to its weekday `on`.
 */
function isLongBefore(one: SaleEvent, other: SaleEvent): boolean {
  return one.daysAgo >= other.daysAgo + 14
}
