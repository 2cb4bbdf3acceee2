import { randomBytes } from 'node:crypto'
import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import { orderPaid } from '../../orders/jobs.ts'
import { phoneForTickets } from '../../orders/order.rules.ts'
import { changeOrderState, type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob, type RunningJob } from '../../platform/jobs/jobs.ts'
import { TicketError } from '../errors.ts'
import { splitAdmits } from '../number.rules.ts'
import {
  type IssueFacts,
  insertGateKey,
  insertTicket,
  selectGateKey,
  selectIssueFacts,
} from '../tickets.sql.ts'
import { chooseGate } from './ticket-gates.sql.ts'
import { queueFirstSms, queueTicketEmail, type TextedTicket } from './ticket-messages.ts'
import { drawNumberOf, MAX_DRAWS } from './ticket-numbers.ts'

/** Issues tickets and queues SMS and email. Does nothing if the order has tickets. */
export async function issueOrder(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  orderId: string,
  job?: RunningJob,
): Promise<void> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, orderId, now)
  if (order?.state !== 'paid') return await job?.end(tx)
  const facts = await selectIssueFacts(tx, orderId)
  const key = facts.gate_key
    ? Buffer.from(facts.gate_key, 'hex')
    : await makeGateKey(tx, order.event_id)
  const phone = phoneForTickets(order, facts.payer_phone)
  const texts: (TextedTicket & { position: number })[] = []
  for (const line of facts.lines) {
    for (const [part, admits] of splitAdmits(line.quantity, line.sold_in).entries()) {
      const gate = line.has_gates ? await chooseGate(tx, line.ticket_type_id, admits) : null
      const ticket = { line, part, admits, gateId: gate?.id ?? null, now }
      const { id, number } = await makeTicket(tx, order, key, ticket)
      texts.push({
        position: line.position,
        id,
        number,
        admits,
        eventTitle: order.event_title,
        date: line.date,
        time: line.time,
        until: line.until,
        location: order.event_location,
        ticketType: line.name,
        soldIn: line.sold_in,
        kind: line.kind,
        gate: gate?.name ?? null,
        language: order.language,
        host: facts.host ?? '',
        orderId,
      })
    }
  }
  texts.sort((one, other) => one.position - other.position)
  await queueFirstSms(tx, deps, texts, phone)
  if (facts.has_email) await queueTicketEmail(tx, deps, orderId)
  const isIssued = await changeOrderState(tx, orderId, 'issued', { cause: 'tickets', now, job })
  assert(isIssued, 'an order that is under lock moved')
}

async function makeGateKey(tx: Tx, eventId: string): Promise<Buffer> {
  await insertGateKey(tx, eventId, randomBytes(32))
  const made = await selectGateKey(tx, eventId)
  if (!made) throw new Error(`the event ${eventId} has no gate key`)
  return made
}

type Line = IssueFacts['lines'][number]

async function makeTicket(
  tx: Tx,
  order: LockedOrder,
  key: Buffer,
  {
    line,
    part,
    admits,
    gateId,
    now,
  }: {
    line: Line
    part: number
    admits: number
    gateId: string | null
    now: Date
  },
): Promise<{ id: string; number: string }> {
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const ticket = { id: newId(), number: drawNumberOf(line, admits, key) }
    const isNew = await insertTicket(tx, {
      ...ticket,
      order_id: order.id,
      order_line_id: line.id,
      part,
      event_id: order.event_id,
      ticket_type_id: line.ticket_type_id,
      gate_id: gateId,
      admits,
      created_at: now,
    })
    if (isNew) return ticket
  }
  throw new Error(`no ticket for part ${part} of line ${line.id}: every number was taken`)
}

/** Queues the job that issues the tickets. Does nothing if the order has tickets. */
export async function requestIssuing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orderId, by }: { orderId: string; by: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    if (!order) throw new OrderError('order_not_found')
    if (order.state === 'issued') return
    if (order.state !== 'paid') throw new TicketError('not_paid')
    await queueJob(tx, orderPaid, { orderId })
    const said = { action: 'tickets_wanted', subject: order.code, eventId: order.event_id }
    await insertAudit(tx, { accountId: by, at: now }, [said])
  })
}
