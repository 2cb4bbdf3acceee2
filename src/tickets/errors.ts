import { declareErrors } from '../platform/errors.ts'

export class TicketError extends declareErrors({
  no_such_ticket: [404, 'No such ticket'],
  no_ticket_for_reference: [404, 'No ticket found for this reference number'],
  not_paid: [409, 'Nothing was paid for this order that tickets could be made for.'],
  no_tickets_yet: [409, 'This purchase has no tickets that could be sent.'],
}) {}
