/** The subjects of messages, by the first part of their dedupe key. */
const WORDS: Record<string, string> = {
  ticket: 'Tickets',
  tickets: 'Tickets',
  reminder: 'Reminder',
  paybill: 'How to pay',
  suspense: 'Different amount',
  refund_due: 'Refund',
  refund_requested: 'Refund',
  refund_done: 'Refund',
  part_refunded: 'Refund',
  void: 'Ticket void',
  void_free: 'Ticket void',
  given_revoked: 'Ticket void',
  given_back: 'Ticket returned',
  cancelled: 'Event cancelled',
  moved: 'New date',
  taken_back: 'Transfer',
}

/** The subject of a message in one or two words. */
export function messageLabel(dedupeKey: string): string {
  return WORDS[dedupeKey.split(':')[0]!] ?? 'Message'
}
