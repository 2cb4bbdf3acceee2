import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { drawTicketNumber } from '../issuing/draw-ticket-number.ts'
import { insertTicket, selectGateKey } from '../tickets.sql.ts'
import type { SentTicket } from './transfer.sql.ts'

type To = { phone: string; admits: number; part: number; now: Date }

/** A ticket of the same order, type and gate as the one it was sent from, with a number of its own. */
export async function makeSentTicket(
  tx: Tx,
  from: SentTicket,
  { phone, admits, part, now }: To,
): Promise<{ id: string; number: string }> {
  const key = await selectGateKey(tx, from.event_id)
  assert(key, `the event ${from.event_id} has tickets and no gate key`)
  for (;;) {
    const ticket = { id: newId(), number: drawTicketNumber(from.type_offset, admits, key) }
    const isNew = await insertTicket(tx, {
      ...ticket,
      order_id: from.order_id,
      order_line_id: from.order_line_id,
      part,
      event_id: from.event_id,
      ticket_type_id: from.ticket_type_id,
      gate_id: from.gate_id,
      admits,
      holder_phone: phone,
      sent_from: from.id,
      times_sent: from.timesSent + 1,
      created_at: now,
    })
    if (isNew) return ticket
  }
}
