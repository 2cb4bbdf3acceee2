import { expect, test } from 'vitest'
import { type Account, keepGate } from '../../../test/gate.ts'
import { moveOrder } from '../../../test/pending-orders.ts'
import { buildApp } from '../../app.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'

const gate = keepGate({
  title: 'Derby Day',
  types: [
    { name: 'Terrace', price: 500 },
    { name: 'Stand', price: 0.5 },
  ],
})

async function rpc(name: string, as: Account, payload: object = {}) {
  const { headers } = as
  const url = `/api/rpc/${name}`
  const answer = await gate.stage.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const NONE_GIVEN = { complimentary: 0, reserved: 0 }
const about = (eventId: string) => ({ p_event_id: eventId })

// spec: dashboard-totals-revenue
test('an organizer without events gets figures of zero', async () => {
  expect(await rpc('get_dashboard_totals', gate.stranger)).toEqual([
    { total_events: 0, total_tickets: 0, total_revenue: 0 },
  ])
  for (const name of [
    'get_dashboard_revenue_by_event',
    'get_dashboard_sales_over_time',
    'get_dashboard_top_events',
    'get_all_events_stats',
  ]) {
    expect(await rpc(name, gate.stranger)).toEqual([])
  }
})

// spec: event-stats-transaction-sales, validation-stats-total-unique
test('an event without sales gets figures of zero', async () => {
  const { id } = await gate.build()
  const as = gate.organizer
  expect(await rpc('get_event_transaction_stats', as, about(id))).toEqual([
    { total_tickets: 0, total_revenue: 0, ...NONE_GIVEN },
  ])
  expect(await rpc('get_event_sales_by_date', as, about(id))).toEqual([])
  expect(await rpc('get_event_ticket_type_stats', as, about(id))).toMatchObject([
    { name: 'Type 0', sold: 0, revenue: 0 },
  ])
  expect(await rpc('get_event_validation_stats', as, about(id))).toEqual([
    {
      total_validations: 0,
      unique_tickets: 0,
      redemption_rate: null,
      validations_by_type: [],
      validations_by_status: [],
    },
  ])
})

/** The figures after the six check-ins of the first test below. */
const AT_THE_GATE = {
  total_validations: 6,
  unique_tickets: 3,
  redemption_rate: 3 / 6,
  validations_by_type: [
    { type: 'manual', count: 4 },
    { type: 'scan', count: 2 },
  ],
  validations_by_status: [
    { status: 'valid', count: 3 },
    { status: 'used', count: 1 },
    { status: 'invalid', count: 2 },
  ],
}

// spec: dashboard-totals-revenue, event-stats-transaction-sales, validation-stats-total-unique
test('figures count sales and check-ins, and leave out refunded tickets', async () => {
  const { event, organizer, stage } = gate
  const { id } = event
  const family = await gate.buy([4, 1])
  const single = await gate.buy([1])
  const returned = await gate.buy([2])
  // Check-ins of two people of a ticket for four, of more people than are left on this ticket, of a
  // single ticket twice, of an unknown number, and of a ticket that is refunded afterwards.
  const ask = (number: string, more: object = {}) =>
    gate.decided({ ticket_number: number, ...more })
  await ask(family.number, { admits: 2, validation_type: 'scan' })
  await ask(family.number, { admits: 9 })
  await ask(single.number, { validation_type: 'scan' })
  await ask(single.number)
  await ask('ZZZZ')
  await ask(returned.number)
  await moveOrder(stage.db, returned.orderId, 'refund_due', stage.clock.now())

  const figures = { tickets: 6, revenue: 2501 }
  const today = nairobiDate(stage.clock.now())
  expect(await rpc('get_dashboard_totals', organizer)).toEqual([
    { total_events: 2, total_tickets: 6, total_revenue: 2501 },
  ])
  const named = { event_id: id, event_title: 'Derby Day' }
  expect(await rpc('get_dashboard_revenue_by_event', organizer)).toEqual([
    { ...named, revenue: 2501 },
  ])
  expect(await rpc('get_dashboard_top_events', organizer)).toEqual([
    { ...named, tickets_sold: 6, revenue: 2501 },
  ])
  expect(await rpc('get_dashboard_sales_over_time', organizer)).toEqual([
    { date: today, ...figures },
  ])
  const stats = await rpc('get_all_events_stats', organizer)
  expect(stats).toHaveLength(2)
  expect(stats).toContainEqual({
    event_id: id,
    total_tickets: 6,
    total_revenue: 2501,
    ...NONE_GIVEN,
  })
  expect(await rpc('get_event_transaction_stats', organizer, about(id))).toEqual([
    { total_tickets: 6, total_revenue: 2501, ...NONE_GIVEN },
  ])
  expect(await rpc('get_event_sales_by_date', organizer, about(id))).toEqual([
    { date: today, ...figures },
  ])
  const types = event.types.map((type) => ({ ticket_type_id: type.id }))
  expect(await rpc('get_event_ticket_type_stats', organizer, about(id))).toEqual([
    { ...types[0], name: 'Terrace', sold: 5, revenue: 2500, ...NONE_GIVEN },
    { ...types[1], name: 'Stand', sold: 1, revenue: 1, ...NONE_GIVEN },
  ])
  expect(await rpc('get_event_validation_stats', organizer, about(id))).toEqual([AT_THE_GATE])
})

// spec: dashboard-totals-revenue
test('the top events are at most five, with the highest revenue first', async () => {
  const owner = gate.stranger
  for (const count of [1, 2, 3, 4, 5, 6]) {
    const event = await gate.build({ title: `${count} sold`, types: [{ price: 100 }] }, owner)
    await gate.buy([count], event)
  }
  const titles = (rows: { event_title: string }[]) => rows.map(({ event_title }) => event_title)
  const all = ['6 sold', '5 sold', '4 sold', '3 sold', '2 sold', '1 sold']
  expect(titles(await rpc('get_dashboard_top_events', owner))).toEqual(all.slice(0, 5))
  expect(titles(await rpc('get_dashboard_revenue_by_event', owner))).toEqual(all)
  // An admin sees the events of all organizers.
  const totals = await rpc('get_dashboard_totals', gate.admin)
  expect(totals).toEqual([{ total_events: 8, total_tickets: 27, total_revenue: 2501 + 2100 }])
})

// spec: event-stats-transaction-sales
test('a call without an event gets an error that names the missing field', async () => {
  const { headers } = gate.organizer
  const url = '/api/rpc/get_event_sales_by_date'
  const answer = await gate.stage.app.inject({ method: 'POST', url, headers, payload: {} })
  expect([answer.statusCode, answer.json().error]).toEqual([
    422,
    expect.stringContaining('p_event_id'),
  ])
})

// spec: reads-on-replica
test('figures and exports are read from the replica, the list of sales from the primary', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:9/nothing', 1)
  const app = await buildApp({ ...gate.stage.deps, reads: away }, { checks: {}, pages: false })
  const { headers } = gate.organizer
  const { id } = gate.event
  const statusOf = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
  for (const url of [
    'get_dashboard_totals',
    'get_event_ticket_type_stats',
    'get_event_validation_stats',
  ]) {
    expect(await statusOf('POST', `/api/rpc/${url}`, about(id)), url).toBe(503)
  }
  expect(await statusOf('GET', `/api/events/${id}/statement.csv`)).toBe(503)
  expect(await statusOf('GET', `/api/transactions?event_id=${id}`)).toBe(200)
  await app.close()
  await away.destroy()
})
