// The part of the access table about tickets, for callers who know a number or a receipt.
import { randomUUID } from 'node:crypto'
import { sendTicketOn, takeTicketBack } from './calls.ts'
import { everyone, type Line } from './lines.ts'

export const TICKET_LINES: Record<string, Line[]> = {
  'GET /api/functions/metadata': [
    everyone(({ ticketNumber }) => ({ query: { ticket_number: ticketNumber } })),
  ],
  'POST /api/functions/ticket-lookup': [
    everyone(({ receipt }) => ({ payload: { reference: receipt } })),
  ],
  'GET /api/tickets/:number': [
    everyone(({ ticketNumber }) => ({ params: { number: ticketNumber } })),
  ],
  'POST /api/tickets/:ticket_number/opened': [
    everyone(({ ticketNumber }) => ({ params: { ticket_number: ticketNumber } })),
  ],
  'POST /api/tickets/:ticket_number/transfers': [everyone(sendTicketOn, 202)],
  'POST /api/tickets/:ticket_number/take_backs': [everyone(takeTicketBack, 404)],
  'POST /api/tickets/:ticket_number/give_backs': [
    everyone(({ ticketNumber }) => ({ params: { ticket_number: ticketNumber }, payload: {} }), 409),
  ],
  'POST /api/transfers/:id/confirm': [
    everyone(() => ({ params: { id: randomUUID() }, payload: { code: '000000' } }), 404),
  ],
  'GET /api/tickets/:ticket_number/answers': [
    everyone(({ ticketNumber }) => ({ params: { ticket_number: ticketNumber } })),
  ],
  'PUT /api/tickets/:ticket_number/answers': [
    everyone(
      ({ ticketNumber }) => ({
        params: { ticket_number: ticketNumber },
        payload: { answers: [{ question_id: randomUUID(), value: 'M' }] },
      }),
      409,
    ),
  ],
  'POST /api/ticket_delivery': [
    everyone(({ ticketNumber }) => ({ payload: { ticket_numbers: [ticketNumber] } })),
  ],
  'POST /api/ticket_emails': [
    everyone(
      ({ ticketNumber }) => ({
        payload: { ticket_numbers: [ticketNumber], email: 'asha@lango.test' },
      }),
      202,
    ),
  ],
  'GET /api/genuine/:ticket_number': [
    everyone(({ ticketNumber }) => ({ params: { ticket_number: ticketNumber } })),
  ],
}
