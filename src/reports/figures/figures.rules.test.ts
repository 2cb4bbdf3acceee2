import { describe, expect, test } from 'vitest'
import {
  amountOf,
  averagePrice,
  changeLabel,
  checkInBadge,
  countsOf,
  dashboardOf,
  eventFiguresOf,
  expectedOf,
  recentSalesOf,
  saleBadge,
} from './figures.rules.ts'

describe('numbers may arrive as strings', () => {
  // spec: dashboard-view-model-numbers
  test.each([
    ['12', 12],
    [12, 12],
    ['12.9', 12],
    [null, 0],
    [undefined, 0],
    ['', 0],
    ['many', 0],
  ])('a count from %j is %j', (value, count) => {
    expect(countsOf({ total_tickets: value }).sold).toBe(count)
  })

  // spec: dashboard-view-model-numbers
  test.each([
    ['1500.50', 1500.5],
    [1500, 1500],
    ['1e3', 1000],
    [null, 0],
    ['', 0],
    ['Infinity', 0],
  ])('an amount from %j is %j', (value, amount) => {
    expect(amountOf(value)).toBe(amount)
  })
})

describe('the dashboard', () => {
  // spec: dashboard-view-model-numbers
  test('takes the first row of the totals and renames the fields as the specification says', () => {
    expect(
      dashboardOf({
        totals: [
          {
            ...{ total_events: '3', total_tickets: '40', total_revenue: '52000.00' },
            add_on_revenue: '2000.00',
          },
          { total_events: 9, total_tickets: 9, total_revenue: 9 },
        ],
        revenueByEvent: [{ event_title: 'Derby', revenue: '52000' }],
        salesOverTime: [{ date: '2026-11-01', tickets: '40', revenue: '52000' }],
        topEvents: [{ event_id: 'e1', event_title: 'Derby', tickets_sold: '40', revenue: 52_000 }],
      }),
    ).toEqual({
      totalEvents: 3,
      totalTicketsSold: 40,
      totalRevenue: 52_000,
      addOnRevenue: 2000,
      revenueOverTime: [{ date: '2026-11-01', amount: 52_000 }],
      ticketsSoldOverTime: [{ date: '2026-11-01', count: 40 }],
      revenueByEvent: [{ eventTitle: 'Derby', revenue: 52_000 }],
      topEvents: [{ id: 'e1', title: 'Derby', ticketsSold: 40, revenue: 52_000 }],
    })
  })

  // spec: dashboard-view-model-numbers
  test('is all zeros if the replies have no rows', () => {
    const empty = { totals: [], revenueByEvent: [], salesOverTime: [], topEvents: [] }
    expect(dashboardOf(empty)).toMatchObject({
      totalEvents: 0,
      totalTicketsSold: 0,
      totalRevenue: 0,
      addOnRevenue: 0,
    })
  })
})

describe('an event', () => {
  const rows = {
    totals: [{ total_tickets: '8', total_revenue: '800', complimentary: 2, reserved: 0 }],
    sales: [{ date: '2026-11-01', tickets: '8', revenue: '800' }],
    types: [
      {
        ticket_type_id: 'vip',
        name: 'VIP',
        sold: '8',
        complimentary: 2,
        reserved: 0,
        revenue: '800',
      },
    ],
    checkIns: [{ redemption_rate: '0.25', validations_by_type: [{ type: 'scan', count: '2' }] }],
  }

  test('turns the figures of its replies into numbers', () => {
    expect(eventFiguresOf(rows)).toEqual({
      totalTickets: 8,
      counts: { sold: 8, complimentary: 2, reserved: 0 },
      totalRevenue: 800,
      redemptionRate: 0.25,
      admitted: 2,
      revenueByDay: [{ date: '2026-11-01', amount: 800 }],
      ticketsByDay: [{ date: '2026-11-01', count: 8 }],
      types: [
        { id: 'vip', name: 'VIP', soldIn: 1, sold: 8, complimentary: 2, reserved: 0, revenue: 800 },
      ],
      addOns: [],
      checkInTypes: [{ type: 'scan', count: 2 }],
      days: [],
    })
  })

  test('has no revenue if the replies have none', () => {
    expect(eventFiguresOf({ ...rows, totals: [{ total_tickets: 8 }] })).toMatchObject({
      totalTickets: 8,
      totalRevenue: null,
    })
  })

  test('has no redemption rate if no ticket was sold or the rate is missing', () => {
    const totals = [{ total_tickets: 0, total_revenue: 0 }]
    expect(eventFiguresOf({ ...rows, totals }).redemptionRate).toBeNull()
    expect(eventFiguresOf({ ...rows, checkIns: [] }).redemptionRate).toBeNull()
    const checkIns = [{ redemption_rate: null, validations_by_type: [] }]
    expect(eventFiguresOf({ ...rows, checkIns }).redemptionRate).toBeNull()
  })

  test('averagePrice divides revenue by tickets, and is null without tickets', () => {
    expect(averagePrice(1000, 4)).toBe(250)
    expect(averagePrice(0, 0)).toBeNull()
  })

  // spec: overview-redemption-rate
  test('expectedOf is 1 if the organizer gave no number, and zero stays zero', () => {
    expect([null, undefined, 0, 500, '500'].map(expectedOf)).toEqual([1, 1, 0, 500, 500])
  })
})

describe('the badge of an event', () => {
  const event = {
    is_sold_out: false,
    is_limited_tickets: false,
    is_published: true,
    cancelled_at: null,
    sales_open: true,
  }

  // spec: events-list-title-subtitle, sale-badge-event-over
  test('is Sold Out, otherwise Limited, otherwise On Sale', () => {
    const badge = (is_sold_out: boolean, is_limited_tickets: boolean) =>
      saleBadge({ ...event, is_sold_out, is_limited_tickets })
    expect(badge(true, true)).toBe('Sold Out')
    expect(badge(false, true)).toBe('Limited')
    expect(badge(false, false)).toBe('On Sale')
  })

  // spec: sale-badge-event-over
  test('is never On Sale for a past event or a draft, but shows Sold Out and Limited', () => {
    for (const stopped of [{ sales_open: false }, { is_published: false }]) {
      expect(saleBadge({ ...event, ...stopped })).toBeNull()
      expect(saleBadge({ ...event, ...stopped, sale_state: 'on_sale' })).toBeNull()
      expect(saleBadge({ ...event, ...stopped, is_limited_tickets: true })).toBe('Limited')
      expect(saleBadge({ ...event, ...stopped, is_sold_out: true })).toBe('Sold Out')
    }
  })

  test("reads the stock as well as the organizer's checkboxes", () => {
    expect(saleBadge({ ...event, sale_state: 'sold_out' })).toBe('Sold Out')
    expect(saleBadge({ ...event, sale_state: 'limited' })).toBe('Limited')
    expect(saleBadge({ ...event, is_limited_tickets: true, sale_state: 'on_sale' })).toBe('Limited')
  })
})

// spec: validation-status-green-valid
test.each([
  ['valid', true, 'Valid'],
  ['used', true, 'Already Used'],
  ['invalid', false, 'Invalid'],
  ['valid', false, 'Invalid'],
  ['used', false, 'Invalid'],
  ['void', true, 'Invalid'],
])('a check-in with status %s and is_valid %s is %s', (status, is_valid, badge) => {
  expect(checkInBadge({ status, is_valid })).toBe(badge)
})

// spec: dashboard-now
test('recent sales are those of today, of the last 7 days, and of the 7 days before', () => {
  const days = [
    ['2026-11-12', 1],
    ['2026-11-13', 10],
    ['2026-11-19', 100],
    ['2026-11-20', 1000],
    ['2026-11-26', 10_000],
    // A clock that is behind must not count tomorrow's sales as today's.
    ['2026-11-27', 100_000],
  ] as const
  const sales = days.map(([date, revenue]) => ({ date, tickets: revenue, revenue }))
  const rows = { totals: [], revenueByEvent: [], salesOverTime: sales, topEvents: [] }
  const both = (value: number) => ({ amount: value, count: value })
  expect(recentSalesOf(dashboardOf(rows), '2026-11-26')).toEqual({
    today: both(10_000),
    week: both(11_000),
    weekBefore: both(110),
  })
})

// spec: dashboard-now
test.each([
  [112, 100, '+12%'],
  [70, 100, '−30%'],
  [100, 100, '+0%'],
  [5, 0, ''],
])('%d after %d is a change of %j', (amount, before, words) => {
  expect(changeLabel(amount, before)).toBe(words)
})
