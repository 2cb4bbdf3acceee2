// Calls that are too long to be written in a line of the table in routes.ts.
import { randomUUID } from 'node:crypto'
import type { Belongings } from './belongings.ts'

export const sendTicketOn = ({ ticketNumber }: Belongings) => ({
  params: { ticket_number: ticketNumber },
  payload: { phone: '0712000111' },
})

export const takeTicketBack = ({ ticketNumber }: Belongings) => ({
  params: { ticket_number: ticketNumber },
  payload: { id: randomUUID() },
})

export const sellAtDoor = ({ ticketTypeId }: Belongings) => ({
  payload: {
    ticket_type_id: ticketTypeId,
    quantity: 1,
    phone: '0712000222',
    method: 'cash',
    nonce: randomUUID(),
  },
})
