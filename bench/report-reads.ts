import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/platform/database/db.ts'
import type { Viewer } from '../src/platform/http/viewer.ts'
import {
  selectAllEventSales,
  selectEventSalesByDay,
  selectEventTotals,
  selectSalesByDay,
  selectSalesByEvent,
  selectTicketTypeSales,
  selectTotals,
} from '../src/reports/figures/figures.sql.ts'
import { summariseValidations } from '../src/reports/figures/summarise-validations.ts'
import { phonePatterns } from '../src/reports/lists/list-transactions.ts'
import {
  selectTransactions,
  TRANSACTION_SORTS,
  type TransactionFilter,
} from '../src/reports/lists/transactions.sql.ts'

type Viewers = { organizer: Viewer; admin: Viewer }
type Read = { call: string; read: () => Promise<unknown>; raw?: () => Promise<unknown> }

const RUNS = 9
const RAW_RUNS = 3

/**
 * The median time in ms from sending a statement to receiving its rows, over `runs` repetitions.
 */
async function measure(runs: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)]!
}

export async function measureReads(
  db: Db,
  viewers: Viewers,
  eventId: string,
  say: (line: string) => void,
): Promise<void> {
  say('| Call | Viewer | Database time, ms | The same from the raw rows, ms |\n|---|---|--:|--:|')
  for (const [who, viewer] of Object.entries(viewers)) {
    const sums: number[] = []
    for (const { call, read, raw } of dashboard(db, viewer)) {
      const ms = await measure(RUNS, read)
      sums.push(ms)
      await sayRow(say, `${call} | ${who}`, ms, raw)
    }
    const all = sums.slice(0, 4).reduce((sum, ms) => sum + ms, 0)
    say(`| **the dashboard's four calls together** | ${who} | **${all.toFixed(1)}** | |`)
  }
  for (const { call, read, raw } of ofEvent(db, viewers.organizer, eventId)) {
    await sayRow(say, `${call} | organizer`, await measure(RUNS, read), raw)
  }
  say('\n| The first 50 transactions | Organizer, ms | Admin, ms |\n|---|--:|--:|')
  for (const [what, filter] of lists(eventId)) {
    const [own, all] = [
      await measure(RUNS, () => selectTransactions(db, viewers.organizer, filter)),
      await measure(RUNS, () => selectTransactions(db, viewers.admin, filter)),
    ]
    say(`| ${what} | ${own.toFixed(1)} | ${all.toFixed(1)} |`)
  }
}

async function sayRow(
  say: (line: string) => void,
  name: string,
  ms: number,
  raw: Read['raw'],
): Promise<void> {
  const rawMs = raw ? (await measure(RAW_RUNS, raw)).toFixed(0) : ''
  say(`| ${name} | ${ms.toFixed(1)} | ${rawMs} |`)
}

const sold = sql`coalesce(sum(l.quantity), 0) as tickets, coalesce(sum(l.amount_cents), 0) as revenue_cents`
const day = sql`(o.paid_at at time zone 'Africa/Nairobi')::date`

function dashboard(db: Db, viewer: Viewer): Read[] {
  const raw = (columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) => () =>
    sql`select ${columns} from "order" o join order_line l on l.order_id = o.id
      join event e on e.id = o.event_id
      where o.state in ('paid', 'issued')
        and (${viewer.role} = 'admin' or e.organizer_id = ${viewer.accountId}) ${rest}`.execute(db)
  const byEvent = raw(sql`e.id, e.title, ${sold}`, sql`group by e.id order by revenue_cents desc`)
  return [
    {
      call: 'get_dashboard_totals',
      read: () => selectTotals(db, viewer),
      raw: raw(sold, sql``),
    },
    {
      call: 'get_dashboard_revenue_by_event',
      read: () => selectSalesByEvent(db, viewer, null),
      raw: byEvent,
    },
    {
      call: 'get_dashboard_sales_over_time',
      read: () => selectSalesByDay(db, viewer),
      raw: raw(sql`${day}, ${sold}`, sql`group by 1 order by 1`),
    },
    {
      call: 'get_dashboard_top_events',
      read: () => selectSalesByEvent(db, viewer, 5),
      raw: byEvent,
    },
    { call: 'get_all_events_stats', read: () => selectAllEventSales(db, viewer), raw: byEvent },
  ]
}

/** The statements that read one event, run for the event with the most sales. */
function ofEvent(db: Db, viewer: Viewer, eventId: string): Read[] {
  const raw = (columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) => () =>
    sql`select ${columns} from "order" o join order_line l on l.order_id = o.id
      where o.event_id = ${eventId} and o.state in ('paid', 'issued') ${rest}`.execute(db)
  return [
    {
      call: 'get_event_transaction_stats',
      read: () => selectEventTotals(db, viewer, eventId),
      raw: raw(sold, sql``),
    },
    {
      call: 'get_event_sales_by_date',
      read: () => selectEventSalesByDay(db, viewer, eventId),
      raw: raw(sql`${day}, ${sold}`, sql`group by 1 order by 1`),
    },
    {
      call: 'get_event_ticket_type_stats',
      read: () => selectTicketTypeSales(db, viewer, eventId),
      raw: raw(sql`l.ticket_type_id, ${sold}`, sql`group by 1`),
    },
    {
      call: 'get_event_validation_stats',
      read: () => summariseValidations(db, viewer, eventId),
    },
  ]
}

function lists(eventId: string): [string, TransactionFilter][] {
  const all: TransactionFilter = {
    eventId: null,
    phone: null,
    orders: null,
    status: null,
    sorting: TRANSACTION_SORTS['-created_at'],
    after: null,
    limit: 50,
  }
  const middle = [new Date(Date.now() - 180 * 86_400_000), eventId]
  const phone = (typed: string): TransactionFilter => ({ ...all, phone: phonePatterns(typed) })
  return [
    ['newest first', all],
    ['oldest first', { ...all, sorting: TRANSACTION_SORTS.created_at }],
    ['half a year down', { ...all, after: middle }],
    ['largest first', { ...all, sorting: TRANSACTION_SORTS['-amount'] }],
    ['refunded', { ...all, status: 'refunded' }],
    ['paid, smallest first', { ...all, status: 'paid', sorting: TRANSACTION_SORTS.amount }],
    ['of the largest event', { ...all, eventId }],
    [
      'of the largest event, refunded, largest first',
      { ...all, eventId, status: 'refunded', sorting: TRANSACTION_SORTS['-amount'] },
    ],
    ['phone 0712', phone('0712')],
    ['phone +254 712 345', phone('+254 712 345')],
    ['phone 345', phone('345')],
    ['phone 34567', phone('34567')],
    ['phone 345678, which few have', phone('345678')],
    ['phone 34567, largest first', { ...phone('34567'), sorting: TRANSACTION_SORTS['-amount'] }],
    ['phone 34567, of the largest event', { ...phone('34567'), eventId }],
    ['phone 12, below three digits', phone('12')],
  ]
}
