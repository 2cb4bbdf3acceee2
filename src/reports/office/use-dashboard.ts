import { sessionFetch } from '../../accounts/office/session.ts'
import { type Answer, callApi, jsonPost } from '../../ui/api.ts'
import { type QueryState, useQuery } from '../../ui/office/use-query.ts'
import { type Dashboard, dashboardOf } from '../figures/figures.rules.ts'
import type {
  DashboardTotals,
  RevenueByEvent,
  SalesOverTime,
  TopEvents,
} from '../reports.contract.ts'

/** How often an open dashboard refreshes. */
export const REFRESH_MS = 20_000

export function useDashboard(): QueryState<Dashboard> {
  return useQuery('dashboard', readDashboard, REFRESH_MS)
}

/** Calls a procedure of the API. Procedures that are not about one event take an empty body. */
export function callProcedure<T>(
  name: string,
  signal: AbortSignal,
  eventId?: string,
): Promise<Answer<T>> {
  const body = eventId === undefined ? {} : { p_event_id: eventId }
  return callApi<T>(sessionFetch, `/api/rpc/${name}`, { ...jsonPost(body), signal })
}

/**
 * Makes the four calls one after the other, as specification section 7 requires. Returns the first
 * failure.
 */
async function readDashboard(signal: AbortSignal): Promise<Answer<Dashboard>> {
  const totals = await callProcedure<DashboardTotals>('get_dashboard_totals', signal)
  if (!totals.ok) return totals
  const revenue = await callProcedure<RevenueByEvent>('get_dashboard_revenue_by_event', signal)
  if (!revenue.ok) return revenue
  const sales = await callProcedure<SalesOverTime>('get_dashboard_sales_over_time', signal)
  if (!sales.ok) return sales
  const top = await callProcedure<TopEvents>('get_dashboard_top_events', signal)
  if (!top.ok) return top
  const dashboard = dashboardOf({
    totals: totals.data,
    revenueByEvent: revenue.data,
    salesOverTime: sales.data,
    topEvents: top.data,
  })
  return { ok: true, status: 200, data: dashboard }
}
