/**
 * Tables of rooms to the right that a file still reads, each as often as it reads them. Never add
 * one: the list only shrinks.
 */
export const RIGHT_READS: Readonly<Record<string, readonly string[]>> = {
  // Whether an event has orders: a save must know, and deletes nothing that a foreign key could keep.
  'src/events/sales.sql.ts': ['order'],
  // The public event page says in its one statement whether refunds are on their way.
  'src/events/event-change.sql.ts': ['event_cancellation'],
  // Placing an order judges prompts, payments and transferred tickets in one statement.
  'src/orders/open-orders.sql.ts': ['payment'],
  'src/orders/phone-cap.sql.ts': ['payment', 'ticket'],
  // A reversal takes admitted people from the figures in the statement that writes its delta.
  'src/orders/sales/sales.sql.ts': ['ticket'],
  // A difference stays open until its refund exists.
  'src/payments/differences.sql.ts': ['refund'],
  // A ticket page shows the last admission; an SMS names the host who gave the ticket.
  'src/tickets/tickets.sql.ts': ['check_in', 'complimentary_order'],
}

/** The number of entries that the list may have. Lower it with the list. */
export const RIGHT_READS_MAX = 9
