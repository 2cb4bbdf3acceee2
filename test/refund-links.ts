import { requestMove } from '../src/refunds/reschedule/request-move.ts'
import { buildAccount } from './accounts.ts'
import { post } from './purchase.ts'
import type { Stage } from './stage.ts'

/**
 * Moves an event to 20 December 2027 and notifies all holders. Returns a function that reads the
 * token of the refund link in the last SMS to a phone. The token is '' if the SMS has no link.
 */
export async function rescheduleAndTell(
  stage: Stage,
  eventId: string,
): Promise<(phone: string) => string> {
  const { viewer } = await buildAccount(stage, 'admin')
  const request = { schedule: { date: '2027-12-20' }, tell: true, reason: '' }
  await requestMove(stage.deps, viewer, eventId, request)
  await stage.runJobs()
  return (phone) => /\/r\/(\w{16})$/.exec(stage.textsTo(phone).at(-1) ?? '')?.[1] ?? ''
}

export const readRefundLink = async (stage: Stage, token: string) =>
  (await stage.app.inject(`/api/refund_links/${token}`)).json()

/** Requests a refund by a link. Refunds the whole order if `tickets` is absent. */
export const askByLink = (
  stage: Stage,
  { orderId, token }: { orderId: string; token: string },
  tickets?: object[],
) => post(stage, `/api/orders/${orderId}/refund_request`, { token, ...(tickets && { tickets }) })
