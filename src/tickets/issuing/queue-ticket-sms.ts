import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { queueSms } from '../../messages/outbox.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { ticketSms } from './ticket-sms.rules.ts'

export type TextedTicket = {
  id: string
  orderId: string
  number: string
  admits: number
  eventTitle: string
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  ticketType: string
  /** Null if the type is linked to no gate. */
  gate: string | null
  language: Language
}

/**
 * Queues the SMS of one ticket. `time` counts the SMS of the ticket from 0; each time is sent once.
 */
export async function queueTicketSms(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  ticket: TextedTicket,
  to: { phone: string; time: number },
): Promise<void> {
  await queueSms(tx, {
    phone: to.phone,
    orderId: ticket.orderId,
    body: ticketSms({
      language: ticket.language,
      eventTitle: ticket.eventTitle,
      date: ticket.date,
      time: ticket.time,
      ticketType: ticket.ticketType,
      quantity: ticket.admits,
      gate: ticket.gate ?? DEFAULT_GATE,
      ticketNumber: ticket.number,
      link: `${deps.env.publicOrigin}/t/${ticket.number}`,
    }),
    dedupeKey: to.time === 0 ? `ticket:${ticket.id}` : `ticket:${ticket.id}:${to.time}`,
    now: deps.clock.now(),
  })
}
