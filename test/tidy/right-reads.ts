/**
 * Tables of rooms to the right that a file still reads. A file lists a table once for each read.
 * Never add a table: the list only shrinks.
 */
export const RIGHT_READS: Readonly<Record<string, readonly string[]>> = {
  // A save must know whether an event has orders: no foreign key would stop the save.
  'src/events/sales.sql.ts': ['order'],
  // The statement of the public event page also reads whether refunds are on their way.
  'src/events/event-change.sql.ts': ['event_cancellation'],
  // The statement that places an order checks prompts, payments and transferred tickets.
  'src/orders/open-orders.sql.ts': ['payment'],
  'src/orders/phone-cap.sql.ts': ['payment', 'ticket'],
  // A reversal subtracts admitted people from the figures in the statement that writes its delta.
  'src/orders/sales/sales.sql.ts': ['ticket'],
  // A difference stays open until its refund exists.
  'src/payments/differences.sql.ts': ['refund'],
  // A ticket page shows the last admission; an SMS names the host who gave the ticket.
  'src/tickets/tickets.sql.ts': ['check_in', 'complimentary_order'],
}

/** The number of entries that the list may have. Lower it with the list. */
export const RIGHT_READS_MAX = 9
