import { sql } from 'kysely'
import { expect } from 'vitest'
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

const visible = (viewer: Viewer) =>
  viewer.role === 'admin' ? sql`true` : sql`e.organizer_id = ${viewer.accountId}`

/**
 * Computes the figures from the orders, the refunded tickets and the valid free tickets. Counts
 * only entry tickets, or tickets of all types if `weight` is 1.
 */
async function rawSums(
  db: Db,
  viewer: Viewer,
  by: ReturnType<typeof sql>,
  weight = sql`(y.kind = 'entry')::int`,
) {
  const { rows } = await sql<{ key: string; tickets: number; revenue_cents: number }>`
    select ${by} as key, sum((l.quantity - coalesce(back.admits, 0)) * ${weight})::float8 as tickets,
      sum(l.amount_cents - coalesce(back.cents, 0))::float8 as revenue_cents
    from "order" o join order_line l on l.order_id = o.id join event e on e.id = o.event_id
      join ticket_type y on y.id = l.ticket_type_id
      left join lateral (
        select sum(r.admits) as admits, sum(r.amount_cents) as cents
        from refund_ticket r join ticket k on k.id = r.ticket_id
        where k.order_line_id = l.id and o.payment_method <> 'free'
        having o.payment_method <> 'free'
        union all
        select l.quantity - sum(k.admits) filter (where k.state <> 'void'), 0 from ticket k
        where k.order_line_id = l.id
        having o.payment_method = 'free'
      ) back on true
    where o.state in ('paid', 'issued') and ${visible(viewer)} and l.quantity > coalesce(back.admits, 0)
    group by 1 order by 1`.execute(db)
  return rows
}

type RawSql = ReturnType<typeof sql>

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
const day = sql`to_char(coalesce(o.paid_at, o.created_at) at time zone 'Africa/Nairobi',
  'YYYY-MM-DD')`

/**
 * Asserts that every figure that this viewer sees equals the sum over the orders. Reads figures and
 * orders in one snapshot. Returns the number of sold tickets.
 */
export async function compareFigures(db: Db, viewer: Viewer): Promise<number> {
  const look = db.transaction().setIsolationLevel('repeatable read')
  return await look.execute(async (tx) => {
    const raw = (...by: [RawSql, RawSql?]) => rawSums(tx, viewer, ...by)
    const sum = (rows: { tickets: number; revenue_cents: number }[]) => ({
      tickets: rows.reduce((all, row) => all + row.tickets, 0),
      revenue_cents: rows.reduce((all, row) => all + row.revenue_cents, 0),
    })
    const days = await raw(day)
    const byEvent = await raw(sql`e.id::text`)
    const { events: _, add_on_cents: __, ...totals } = await selectTotals(tx, viewer)
    expect(totals).toEqual(sum(days))
    const asDays = (rows: { date: string; tickets: number; revenue_cents: number }[]) =>
      rows.map(({ date, ...row }) => ({ key: date, ...row }))
    expect(asDays(await selectSalesByDay(tx, viewer))).toEqual(days)
    const asEvents = (
      rows: { event_id: string; tickets: number; revenue_cents: number | null }[],
    ) =>
      rows
        .filter(({ tickets, revenue_cents }) => tickets > 0 || revenue_cents! > 0)
        .map(({ event_id, tickets, revenue_cents }) => ({ key: event_id, tickets, revenue_cents }))
        .sort(byKey)
    expect(asEvents(await selectSalesByEvent(tx, viewer, null))).toEqual(byEvent)
    expect(asEvents(await selectAllEventSales(tx, viewer))).toEqual(byEvent)
    await compareEvents(tx, viewer, raw)
    return totals.tickets
  })
}

async function compareEvents(
  tx: Db,
  viewer: Viewer,
  raw: (...by: [RawSql, RawSql?]) => ReturnType<typeof rawSums>,
): Promise<void> {
  const byDay = await raw(sql`e.id || ' ' || ${day}`)
  const byType = await raw(sql`l.ticket_type_id::text`, sql`1`)
  const found = { days: [] as unknown[], types: [] as { key: string }[] }
  for (const { event_id } of await selectAllEventSales(tx, viewer)) {
    const days = await selectEventSalesByDay(tx, viewer, event_id)
    found.days.push(...days.map(({ date, ...row }) => ({ key: `${event_id} ${date}`, ...row })))
    const types = await selectTicketTypeSales(tx, viewer, event_id)
    const total = await selectEventTotals(tx, viewer, event_id)
    const entries = types.filter(({ kind }) => kind === 'entry')
    expect(entries.reduce((sum, type) => sum + type.sold, 0)).toBe(total.tickets)
    expect(types.reduce((sum, type) => sum + type.revenue_cents!, 0)).toBe(total.revenue_cents)
    found.types.push(
      ...types
        .filter(({ sold }) => sold > 0)
        .map(({ ticket_type_id, sold, revenue_cents }) => ({
          key: ticket_type_id,
          tickets: sold,
          revenue_cents,
        })),
    )
  }
  expect((found.days as { key: string }[]).sort(byKey)).toEqual(byDay)
  expect(found.types.sort(byKey)).toEqual(byType)
}
