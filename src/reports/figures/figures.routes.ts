import type { FastifyRequest } from 'fastify'
import type { TSchema, Type } from 'typebox'
import { checkEvent } from '../../events/check-event.ts'
import { unitFields } from '../../events/event.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import type { Right } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import {
  AllEventsStats,
  DashboardTotals,
  EventSalesByDate,
  EventStatsRequest,
  EventTicketTypeStats,
  EventTransactionStats,
  EventValidationStats,
  RevenueByEvent,
  SalesOverTime,
  TopEvents,
} from '../reports.contract.ts'
import {
  selectAllEventSales,
  selectEventSalesByDay,
  selectEventTotals,
  selectSalesByDay,
  selectSalesByEvent,
  selectTicketTypeSales,
  selectTotals,
} from './figures.sql.ts'
import { summariseValidations } from './summarise-validations.ts'

const TOP_EVENTS = 5

type FigureDeps = Pick<Deps, 'db' | 'reads'>

export function registerFigureRoutes(app: App, deps: FigureDeps): void {
  registerDashboard(app, deps.reads)
  registerEventFigures(app, deps)
}

/** A route without parameters; its figures cover all events over which the viewer has the right. */
function figures<S extends TSchema>(
  app: App,
  { name, right }: { name: string; right: Right },
  reply: S,
  read: (viewer: Viewer) => Promise<Type.Static<S>>,
): void {
  route(app, {
    method: 'POST',
    url: `/api/rpc/${name}`,
    access: 'organizer',
    right,
    schema: { response: { 200: reply } },
    handler: (async (request: FastifyRequest) => read(viewerOf(request))) as never,
  })
}

/** A sum in the reply, in shillings. Absent if the viewer does not see it. */
const shown = <Name extends string>(name: Name, cents: number | null) =>
  (cents === null ? {} : { [name]: toKes(cents) }) as { [key in Name]?: number }

/** Replaces `revenue_cents` by `revenue` in shillings; absent if the viewer does not see it. */
const inShownKes = <Row extends { revenue_cents: number | null }>({
  revenue_cents,
  ...row
}: Row) => ({ ...row, ...shown('revenue', revenue_cents) })

/** Replaces `revenue_cents` by the reply's `revenue`, in shillings. */
const inKes = <Row extends { revenue_cents: number }>({ revenue_cents, ...row }: Row) => ({
  ...row,
  revenue: toKes(revenue_cents),
})

function registerDashboard(app: App, db: Db): void {
  const dashboard = <S extends TSchema>(
    name: string,
    reply: S,
    read: (viewer: Viewer) => Promise<Type.Static<S>>,
  ) => figures(app, { name, right: 'figures' }, reply, read)
  dashboard('get_dashboard_totals', DashboardTotals, async (viewer) => {
    const totals = await selectTotals(db, viewer)
    return [
      {
        total_events: totals.events,
        total_tickets: totals.tickets,
        total_revenue: toKes(totals.revenue_cents),
        ...(totals.add_on_cents !== 0 && { add_on_revenue: toKes(totals.add_on_cents) }),
      },
    ]
  })
  dashboard('get_dashboard_revenue_by_event', RevenueByEvent, async (viewer) =>
    (await selectSalesByEvent(db, viewer, null)).map(inKes),
  )
  dashboard('get_dashboard_sales_over_time', SalesOverTime, async (viewer) =>
    (await selectSalesByDay(db, viewer)).map(inKes),
  )
  dashboard('get_dashboard_top_events', TopEvents, async (viewer) => {
    const rows = await selectSalesByEvent(db, viewer, TOP_EVENTS)
    return rows.map(inKes).map(({ tickets, ...row }) => ({ ...row, tickets_sold: tickets }))
  })
  const stats = { name: 'get_all_events_stats', right: 'see' } as const
  figures(app, stats, AllEventsStats, async (viewer) => {
    const rows = await selectAllEventSales(db, viewer)
    return rows.map(({ tickets, revenue_cents, ...row }) => ({
      ...row,
      total_tickets: tickets,
      ...shown('total_revenue', revenue_cents),
    }))
  })
}

/** A route about one event. Responds 404 if the viewer does not manage the event. */
function eventFigures<S extends TSchema>(
  app: App,
  db: Db,
  name: string,
  {
    reply,
    read,
  }: {
    reply: S
    read: (viewer: Viewer, eventId: string) => Promise<Type.Static<S>>
  },
): void {
  route(app, {
    method: 'POST',
    url: `/api/rpc/${name}`,
    access: 'organizer',
    right: 'see',
    refuses: [404],
    schema: { body: EventStatsRequest, response: { 200: reply } },
    handler: (async (request: FastifyRequest) => {
      const viewer = viewerOf(request)
      const { p_event_id: id } = request.body as EventStatsRequest
      await checkEvent(db, viewer, id)
      return await read(viewer, id)
    }) as never,
  })
}

function registerEventFigures(app: App, { db, reads }: FigureDeps): void {
  eventFigures(app, db, 'get_event_transaction_stats', {
    reply: EventTransactionStats,
    read: async (viewer, id) => {
      const { tickets, revenue_cents, ...given } = await selectEventTotals(reads, viewer, id)
      return [{ total_tickets: tickets, ...given, ...shown('total_revenue', revenue_cents) }]
    },
  })
  eventFigures(app, db, 'get_event_sales_by_date', {
    reply: EventSalesByDate,
    read: async (viewer, id) => (await selectEventSalesByDay(reads, viewer, id)).map(inShownKes),
  })
  eventFigures(app, db, 'get_event_ticket_type_stats', {
    reply: EventTicketTypeStats,
    read: async (viewer, id) => {
      const rows = await selectTicketTypeSales(reads, viewer, id)
      return rows.map(({ sold_in, kind, redeemed, ...row }) => ({
        ...inShownKes(row),
        ...unitFields({ sold_in, kind }),
        ...(kind === 'add_on' && { redeemed }),
      }))
    },
  })
  eventFigures(app, db, 'get_event_validation_stats', {
    reply: EventValidationStats,
    read: (viewer, id) => summariseValidations(reads, viewer, id),
  })
}
