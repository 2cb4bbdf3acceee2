import { declareErrors } from '../platform/errors.ts'

export class TicketError extends declareErrors({
  no_such_ticket: [404, 'No such ticket'],
  no_ticket_for_reference: [404, 'No ticket found for this reference number'],
  ticket_void: [409, 'This ticket is not valid any more, and cannot be sent on.'],
  ticket_cancelled: [409, 'This event is cancelled. Its tickets cannot be sent on.'],
  ticket_used: [409, 'Everybody on this ticket is inside. Nobody is left to send on.'],
  transfers_closed: [409, 'Tickets of this event cannot be sent on any more.'],
  transfer_limit: [409, 'The organizer does not allow this ticket to be sent on.'],
  too_many_people: [409, 'There are not so many people left on this ticket.'],
  no_such_transfer: [404, 'No such transfer'],
  wrong_code: [422, 'This code is not right. Please check the SMS.'],
  code_ended: [410, 'This code works no more. Please send the ticket again for a new one.'],
  not_paid: [409, 'Nothing was paid for this order that tickets could be made for.'],
  no_tickets_yet: [409, 'This purchase has no tickets that could be sent.'],
}) {}
