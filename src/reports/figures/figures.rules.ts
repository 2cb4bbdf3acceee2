import type { TicketCounts } from '../../ui/office/ticket-counts.rules.ts'

/** A number that may arrive as a string. Text that is not a number counts as 0. */
type Numeric = number | string | null | undefined

/** Parses a count; the result is an integer. */
function countOf(value: Numeric): number {
  const count = Number.parseInt(String(value), 10)
  return Number.isSafeInteger(count) ? count : 0
}

/** Parses an amount of money; the result keeps its decimals. */
export function amountOf(value: Numeric): number {
  const amount = Number.parseFloat(String(value))
  return Number.isFinite(amount) ? amount : 0
}

type TotalsRow = {
  total_events: Numeric
  total_tickets: Numeric
  total_revenue: Numeric
  add_on_revenue?: Numeric
}
type RevenueRow = { event_title: string; revenue: Numeric }
type SalesRow = { date: string; tickets: Numeric; revenue: Numeric }
type TopRow = {
  event_id: string
  event_title: string
  tickets_sold: Numeric
  revenue: Numeric
}

/** The replies to the dashboard's four calls. */
type DashboardRows = {
  /** Has a single row. */
  totals: TotalsRow[]
  revenueByEvent: RevenueRow[]
  salesOverTime: SalesRow[]
  topEvents: TopRow[]
}

export type Dashboard = {
  totalEvents: number
  totalTicketsSold: number
  totalRevenue: number
  /** The part of the revenue that add-ons brought in, which are no tickets. */
  addOnRevenue: number
  revenueOverTime: { date: string; amount: number }[]
  ticketsSoldOverTime: { date: string; count: number }[]
  revenueByEvent: { eventTitle: string; revenue: number }[]
  topEvents: { id: string; title: string; ticketsSold: number; revenue: number }[]
}

export function dashboardOf(rows: DashboardRows): Dashboard {
  const totals = rows.totals[0]
  return {
    totalEvents: countOf(totals?.total_events),
    totalTicketsSold: countOf(totals?.total_tickets),
    totalRevenue: amountOf(totals?.total_revenue),
    addOnRevenue: amountOf(totals?.add_on_revenue),
    revenueOverTime: rows.salesOverTime.map(({ date, revenue }) => ({
      date,
      amount: amountOf(revenue),
    })),
    ticketsSoldOverTime: rows.salesOverTime.map(({ date, tickets }) => ({
      date,
      count: countOf(tickets),
    })),
    revenueByEvent: rows.revenueByEvent.map(({ event_title, revenue }) => ({
      eventTitle: event_title,
      revenue: amountOf(revenue),
    })),
    topEvents: rows.topEvents.map((row) => ({
      id: row.event_id,
      title: row.event_title,
      ticketsSold: countOf(row.tickets_sold),
      revenue: amountOf(row.revenue),
    })),
  }
}

type Sold = { amount: number; count: number }

/** The sales of today, of the last 7 days including today, and of the 7 days before these. */
type RecentSales = { today: Sold; week: Sold; weekBefore: Sold }

const DAY_MS = 86_400_000

/** `today` is the day in Nairobi, YYYY-MM-DD. */
export function recentSalesOf(
  { revenueOverTime, ticketsSoldOverTime }: Dashboard,
  today: string,
): RecentSales {
  const ageOf = (date: string) => Math.round((Date.parse(today) - Date.parse(date)) / DAY_MS)
  const sumOf = (from: number, to: number): Sold => {
    const isIn = ({ date }: { date: string }) => ageOf(date) >= from && ageOf(date) <= to
    return {
      amount: revenueOverTime.filter(isIn).reduce((sum, { amount }) => sum + amount, 0),
      count: ticketsSoldOverTime.filter(isIn).reduce((sum, { count }) => sum + count, 0),
    }
  }
  return { today: sumOf(0, 0), week: sumOf(0, 6), weekBefore: sumOf(7, 13) }
}

/** '+12%' or '−30%'. Empty if the earlier amount is zero. */
export function changeLabel(amount: number, before: number): string {
  if (before <= 0) return ''
  const percent = Math.round(((amount - before) / before) * 100)
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`
}

type GivenRow = { complimentary?: Numeric; reserved?: Numeric }
type EventTotalsRow = { total_tickets: Numeric; total_revenue?: Numeric } & GivenRow
type EventSalesRow = { date: string; tickets: Numeric; revenue?: Numeric }
type TypeRow = {
  ticket_type_id: string
  name: string
  sold_in?: number
  kind?: 'add_on'
  sold: Numeric
  redeemed?: Numeric
  revenue?: Numeric
} & GivenRow
type CheckInRow = {
  redemption_rate: Numeric
  validations_by_type: { type: string; count: Numeric }[]
  check_ins_by_day?: DayFigures[]
}

/** `tickets`: the people with tickets for the day. */
export type DayFigures = { day: number; date: string; came_in: number; tickets: number }

/** The replies to the four calls of an event's Overview tab. */
type EventFigureRows = {
  totals: EventTotalsRow[]
  sales: EventSalesRow[]
  types: TypeRow[]
  checkIns: CheckInRow[]
}

/** The counts in an event's row; 0 if there is no row. */
export function countsOf(row: EventTotalsRow | undefined): TicketCounts {
  return {
    sold: countOf(row?.total_tickets),
    complimentary: countOf(row?.complimentary),
    reserved: countOf(row?.reserved),
  }
}

/** `soldIn`: how many people one unit has, such as 10 for a table. The counts are of people. */
export type TypeFigures = {
  id: string
  name: string
  soldIn: number
  revenue: number
} & TicketCounts

export type EventFigures = {
  totalTickets: number
  counts: TicketCounts
  /** Null if the user does not see sums of money; the other sums are then 0. */
  totalRevenue: number | null
  /** People admitted ÷ tickets sold: 1 means that all were admitted. Null if nothing was sold. */
  redemptionRate: number | null
  /** The number of people admitted. */
  admitted: number
  revenueByDay: { date: string; amount: number }[]
  ticketsByDay: { date: string; count: number }[]
  types: TypeFigures[]
  /** Ticket types that admit no people, for example parking. */
  addOns: (TypeFigures & { redeemed: number })[]
  checkInTypes: { type: string; count: number }[]
  /** Empty for an event of one day. */
  days: DayFigures[]
}

export function eventFiguresOf(rows: EventFigureRows): EventFigures {
  const totalTickets = countOf(rows.totals[0]?.total_tickets)
  const revenue = rows.totals[0]?.total_revenue
  const rate = rows.checkIns[0]?.redemption_rate ?? null
  return {
    totalTickets,
    counts: countsOf(rows.totals[0]),
    totalRevenue: revenue === undefined ? null : amountOf(revenue),
    redemptionRate: rate !== null && totalTickets > 0 ? amountOf(rate) : null,
    admitted: Math.round(amountOf(rate) * totalTickets),
    revenueByDay: rows.sales.map((day) => ({ date: day.date, amount: amountOf(day.revenue) })),
    ticketsByDay: rows.sales.map(({ date, tickets }) => ({ date, count: countOf(tickets) })),
    types: rows.types.filter(({ kind }) => kind !== 'add_on').map(toType),
    addOns: rows.types
      .filter(({ kind }) => kind === 'add_on')
      .map((type) => ({ ...toType(type), redeemed: countOf(type.redeemed) })),
    checkInTypes: (rows.checkIns[0]?.validations_by_type ?? []).map(({ type, count }) => ({
      type,
      count: countOf(count),
    })),
    days: rows.checkIns[0]?.check_ins_by_day ?? [],
  }
}

const toType = (type: TypeRow): TypeFigures => ({
  id: type.ticket_type_id,
  name: type.name,
  soldIn: type.sold_in ?? 1,
  sold: countOf(type.sold),
  complimentary: countOf(type.complimentary),
  reserved: countOf(type.reserved),
  revenue: amountOf(type.revenue),
})

/** Revenue per ticket. Null if no ticket was sold. */
export function averagePrice(revenue: number, sold: number): number | null {
  return sold > 0 ? revenue / sold : null
}

/** The number of expected attendees, or 1 if the organizer gave none (specification section 2). */
export function expectedOf(attendees: Numeric): number {
  return attendees === null || attendees === undefined ? 1 : countOf(attendees)
}

type SaleBadge = 'Sold Out' | 'Limited' | 'On Sale'

type SaleFlags = {
  is_sold_out: boolean
  is_limited_tickets: boolean
  /**
   * Computed from the remaining stock by the server. `is_sold_out` and `is_limited_tickets` are the
   * organizer's checkboxes.
   */
  sale_state?: 'sold_out' | 'limited' | 'on_sale' | undefined
  is_published: boolean
  sales_open: boolean
}

/**
 * The badge of specification section 4. Drafts and past events get no 'On Sale' badge
 * (decisions/0038), because they have no tickets to buy.
 */
export function saleBadge(event: SaleFlags): SaleBadge | null {
  if (event.is_sold_out || event.sale_state === 'sold_out') return 'Sold Out'
  if (event.is_limited_tickets || event.sale_state === 'limited') return 'Limited'
  return event.is_published && event.sales_open ? 'On Sale' : null
}

export type CheckInBadge = 'Valid' | 'Already Used' | 'Invalid'

export function checkInBadge(row: { status: string; is_valid: boolean }): CheckInBadge {
  if (row.is_valid && row.status === 'valid') return 'Valid'
  return row.is_valid && row.status === 'used' ? 'Already Used' : 'Invalid'
}
