import { placeOrder } from '../src/orders/placing/place-order.ts'
import { type BuiltEvent, newPhone, orderOf } from './build.ts'
import { callApi } from './http.ts'
import type { Stage } from './stage.ts'
import { readCode, sayCode } from './transfers.ts'

/** Places a free order for a proven phone number, and issues the tickets. */
export async function sellFree(
  stage: Stage,
  event: BuiltEvent,
  quantities: number[] = [1],
  changes: Partial<Parameters<typeof orderOf>[2]> = {},
) {
  const phone = changes.phone ?? newPhone()
  const proof = { phone, provenPhone: phone, paymentMethod: 'free' as const }
  const { orderId } = await placeOrder(
    stage.deps,
    orderOf(event, quantities, { ...changes, ...proof }),
  )
  await stage.runJobs()
  const rows = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .innerJoin('order_line as l', 'l.id', 'k.order_line_id')
    .select(['k.id', 'k.number', 'o.code'])
    .where('k.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
  const { code, ...ticket } = rows[0]!
  return { orderId, phone, code, ticketId: ticket.id, number: ticket.number, tickets: rows }
}

export async function askToGiveBack(stage: Stage, number: string, admits?: number) {
  return await callApi(stage, {
    method: 'POST',
    url: `/api/tickets/${number}/give_backs`,
    payload: admits === undefined ? {} : { admits },
    remoteAddress: '10.1.0.1',
  })
}

/** Gives a ticket back over the API, with the code that the holder gets by SMS. */
export async function giveBack(stage: Stage, number: string, admits?: number) {
  const asked = await askToGiveBack(stage, number, admits)
  if (asked.status !== 202) return asked
  const { code } = await readCode(stage)
  const said = await sayCode(stage, asked.body.id, code)
  await stage.runJobs()
  return said
}

/** State of a free order, its lines, and the stock and the figures of its ticket types. */
export async function readFree(stage: Stage, { orderId }: { orderId: string }) {
  const lines = await stage.db
    .selectFrom('order as o')
    .innerJoin('hold as h', 'h.order_id', 'o.id')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .innerJoin('paid_line as s', 's.order_line_id', 'l.id')
    .innerJoin('ticket_type as t', 't.id', 'l.ticket_type_id')
    .select([
      'o.state',
      'h.state as hold',
      's.status',
      's.back_quantity as back',
      't.held',
      't.sold',
    ])
    .where('o.id', '=', orderId)
    .orderBy('l.position')
    .execute()
  return lines
}
