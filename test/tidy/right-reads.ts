/**
 * Tables of rooms to the right that a file still reads, each as often as it reads them. Never add
 * one: the list only shrinks.
 */
export const RIGHT_READS: Readonly<Record<string, readonly string[]>> = {
  'src/accounts/accounts.sql.ts': ['event'],
  'src/accounts/team/invitations.sql.ts': ['event', 'event'],
  'src/accounts/team/team.sql.ts': ['event', 'event', 'event', 'event', 'organizer_page'],
  'src/checkin/live/command-view.sql.ts': ['check_ins_by_gate'],
  'src/complimentary/given.sql.ts': ['entry_rule'],
  'src/events/cancel.sql.ts': ['order'],
  'src/events/event-change.sql.ts': ['event_cancellation'],
  'src/ledger/recorded-payouts.sql.ts': ['order'],
  'src/orders/open-orders.sql.ts': ['payment'],
  'src/orders/phone-cap.sql.ts': ['payment', 'ticket'],
  'src/orders/sales/sales.sql.ts': ['ticket'],
  'src/payments/differences.sql.ts': ['refund'],
  'src/tickets/tickets.sql.ts': ['check_in', 'given_order'],
  'src/tickets/transfer/transfer.sql.ts': ['entry_rule'],
}

/** The number of entries that the list may have. Lower it with the list. */
export const RIGHT_READS_MAX = 21
