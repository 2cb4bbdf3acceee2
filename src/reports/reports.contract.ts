import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { UNIT_FIELDS } from '../tickets/tickets.contract.ts'

// The figures of the dashboard and of one event, over all time. Tickets are people with entry
// tickets. Revenue includes all types, in shillings, with cents if a line was refunded in part.
// Tickets that are refunded or to be refunded are not counted. A sale counts on the day in Nairobi
// on which it was paid. Its refund is subtracted from the same day.

const totals = { total_tickets: Type.Integer(), total_revenue: Type.Number() }
/** The totals of an event. The revenue is absent if the caller lacks the right `figures` over it. */
const shownTotals = {
  ...totals,
  total_revenue: Type.Optional(Type.Number()),
  complimentary: Type.Integer(),
  /** Places that sponsor links reserve and no guest has claimed yet. */
  reserved: Type.Integer(),
}
const ofEvent = { event_id: Type.String(), event_title: Type.String() }

/** POST /api/rpc/get_dashboard_totals: one row. */
export const DashboardTotals = Type.Array(
  Type.Object({
    /** The number of events, drafts included. */
    total_events: Type.Integer(),
    ...totals,
    /** The part of `total_revenue` that add-ons brought in. Absent if there is none. */
    add_on_revenue: Type.Optional(Type.Number()),
  }),
)
export type DashboardTotals = Type.Static<typeof DashboardTotals>

/** POST /api/rpc/get_dashboard_revenue_by_event: every event with revenue, the highest first. */
export const RevenueByEvent = Type.Array(Type.Object({ ...ofEvent, revenue: Type.Number() }))
export type RevenueByEvent = Type.Static<typeof RevenueByEvent>

const day = {
  /** YYYY-MM-DD in Nairobi. */
  date: Type.String(),
  tickets: Type.Integer(),
  revenue: Type.Number(),
}

/** POST /api/rpc/get_dashboard_sales_over_time: the days with sales, the earliest first. */
export const SalesOverTime = Type.Array(Type.Object(day))
export type SalesOverTime = Type.Static<typeof SalesOverTime>

/** POST /api/rpc/get_dashboard_top_events: at most five, the highest revenue first. */
export const TopEvents = Type.Array(
  Type.Object({ ...ofEvent, tickets_sold: Type.Integer(), revenue: Type.Number() }),
)
export type TopEvents = Type.Static<typeof TopEvents>

/** POST /api/rpc/get_all_events_stats: one row for each event, including events without sales. */
export const AllEventsStats = Type.Array(Type.Object({ event_id: Type.String(), ...shownTotals }))
export type AllEventsStats = Type.Static<typeof AllEventsStats>

/**
 * The body of the calls below. They respond 404 for an unknown event and for another organizer's
 * event.
 */
export const EventStatsRequest = Type.Object(
  { p_event_id: Type.String() },
  { additionalProperties: false },
)

export type EventStatsRequest = Type.Static<typeof EventStatsRequest>

/** POST /api/rpc/get_event_transaction_stats: one row. */
export const EventTransactionStats = Type.Array(Type.Object(shownTotals))
export type EventTransactionStats = Type.Static<typeof EventTransactionStats>

/** POST /api/rpc/get_event_sales_by_date: the days with sales, the earliest first. */
export const EventSalesByDate = Type.Array(
  Type.Object({ ...day, revenue: Type.Optional(Type.Number()) }),
)
export type EventSalesByDate = Type.Static<typeof EventSalesByDate>

/**
 * POST /api/rpc/get_event_ticket_type_stats: the event's ticket types in the order of the event
 * form, including types without sales. Removed types are listed only if they have sales.
 */
export const EventTicketTypeStats = Type.Array(
  Type.Object({
    ticket_type_id: Type.String(),
    name: Type.String(),
    ...UNIT_FIELDS,
    /** People or, for an add-on, redemptions that were sold. Without complimentary tickets. */
    sold: Type.Integer(),
    /** Present for an add-on: how often it was redeemed, including complimentary add-ons. */
    redeemed: Type.Optional(Type.Integer()),
    complimentary: Type.Integer(),
    reserved: Type.Integer(),
    revenue: Type.Optional(Type.Number()),
  }),
)
export type EventTicketTypeStats = Type.Static<typeof EventTicketTypeStats>

/** POST /api/rpc/get_event_validation_stats: one row. */
export const EventValidationStats = Type.Array(
  Type.Object({
    /** The number of check-ins, including refused ones. */
    total_validations: Type.Integer(),
    /** The number of different tickets that were admitted. */
    unique_tickets: Type.Integer(),
    /** People admitted ÷ tickets sold: 1 means that all were admitted. Null if nothing was sold. */
    redemption_rate: nullable(Type.Number()),
    validations_by_type: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
    /** `valid`, `used` or `invalid`. */
    validations_by_status: Type.Array(
      Type.Object({ status: Type.String(), count: Type.Integer() }),
    ),
    /** Present for an event of several days. A pass counts on each day on which it is used. */
    check_ins_by_day: Type.Optional(
      Type.Array(
        Type.Object({
          day: Type.Integer(),
          date: Type.String(),
          came_in: Type.Integer(),
          /** People with tickets for the day. */
          tickets: Type.Integer(),
        }),
      ),
    ),
  }),
)
export type EventValidationStats = Type.Static<typeof EventValidationStats>
