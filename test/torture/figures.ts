import type { Facts } from './facts.ts'
import { leftLines } from './rows.ts'

const SOLD = ['paid', 'issued']
const REFUNDS = ['refund_due', 'refunded']

type Sum = { tickets: number; revenue_cents: number }

/**
 * Checks that totals and deltas together equal the orders, and that the list has each paid line.
 */
export function checkFigures(facts: Facts): string[] {
  const { deltas, byType, byEventDay, byDay, byOrganizerDay, paidLines } = facts
  const orders = new Map(facts.orders.map((order) => [order.id, order]))
  const sold = leftLines(facts).flatMap((line) => {
    const order = orders.get(line.order_id)!
    if (!SOLD.includes(order.state)) return []
    const day = new Date((order.paid_at ?? order.created_at).getTime() + 3 * 3600_000)
      .toISOString()
      .slice(0, 10)
    return [{ ...line, event_id: order.event_id, day, revenue_cents: line.amount_cents }]
  })
  const raw = sold.map((line) => ({ ...line, tickets: line.quantity }))
  const listed = new Map(paidLines.map((line) => [line.order_line_id, line.status]))
  const statusOf = (state: string) =>
    SOLD.includes(state) ? 'paid' : REFUNDS.includes(state) ? state : undefined
  return [
    ...differences<Sum & { ticket_type_id: string }>(
      'type',
      raw,
      [...byType, ...deltas],
      (row) => row.ticket_type_id,
    ),
    ...differences('gate', shown(facts), atGates(facts), (row) => row.key),
    ...differences(
      'event and day',
      raw,
      [...byEventDay, ...deltas],
      (row) => row.event_id + row.day,
    ),
    ...differences('day', raw, [...byDay, ...deltas], (row) => row.day),
    ...differences(
      'organizer and day',
      ofOrganizers(facts),
      byOrganizerDay,
      (row) => row.organizer_id + row.day,
    ),
    ...leftLines(facts).flatMap((line) => {
      const { state } = orders.get(line.order_id)!
      const isBack = SOLD.includes(state) && line.quantity === 0
      const wanted = isBack ? 'refunded' : statusOf(state)
      const status = listed.get(line.id)
      return wanted === status ? [] : [`line ${line.id} is ${wanted}, and listed as ${status}`]
    }),
  ]
}

type EntryKey = { event_id: string; gate_id: string | null; method: string; result: string }
const keyOf = ({ event_id, gate_id, method, result }: EntryKey) =>
  [event_id, gate_id, method, result].join(' ')

/** Counts from the check-ins: decisions per gate, and the people who entered. */
const shown = ({ checkIns }: Facts) =>
  checkIns.map((row) => ({ key: keyOf(row), tickets: 1, revenue_cents: row.admits }))

/**
 * Counts from the figures. Figures leave out refunded tickets, but no ticket is refunded in this
 * test.
 */
const atGates = ({ byGate, checkInDeltas }: Facts) =>
  [...byGate, ...checkInDeltas].map((row) => {
    return { key: keyOf(row), tickets: row.checks, revenue_cents: row.people }
  })

/** The daily totals of events, each with the event's organizer. */
function ofOrganizers({ byEventDay, paidLines }: Facts) {
  const organizers = new Map(paidLines.map((row) => [row.event_id, row.organizer_id]))
  return byEventDay.flatMap(({ event_id, ...row }) => {
    const organizer_id = organizers.get(event_id)
    return organizer_id ? [{ ...row, organizer_id }] : []
  })
}

function differences<Row extends Sum>(
  what: string,
  raw: Row[],
  figures: Row[],
  key: (row: Row) => string,
): string[] {
  const wanted = sumBy(raw, key)
  const found = sumBy(figures, key)
  const keys = new Set([...wanted.keys(), ...found.keys()])
  return [...keys].flatMap((one) => {
    const [orders, figure] = [wanted.get(one) ?? '0 for 0 cents', found.get(one) ?? '0 for 0 cents']
    return orders === figure ? [] : [`${what} ${one}: there should be ${orders}, and is ${figure}`]
  })
}

function sumBy<Row extends Sum>(rows: Row[], key: (row: Row) => string): Map<string, string> {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const sum = sums.get(key(row)) ?? { tickets: 0, revenue_cents: 0 }
    sums.set(key(row), {
      tickets: sum.tickets + row.tickets,
      revenue_cents: sum.revenue_cents + row.revenue_cents,
    })
  }
  return new Map(
    [...sums].map(([one, { tickets, revenue_cents }]) => [
      one,
      `${tickets} for ${revenue_cents} cents`,
    ]),
  )
}
