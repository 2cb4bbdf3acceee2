/** Rooms whose files and imports keep to their inner rooms. The list only grows. */
export const INNER_ROOMS_HELD: readonly string[] = [
  'platform',
  'messages',
  'accounts',
  'events',
  'ledger',
  'orders',
  'payments',
  'tickets',
  'refunds',
  'checkout',
  'checkin',
  'reports',
  'ussd',
  'site',
]

/** Folders whose comments and READMEs keep the rules of plain English. The list only grows. */
export const ENGLISH_HELD: readonly string[] = [
  'src/messages',
  'src/site',
  'src/ussd',
  'src/refunds',
  'src/tickets',
  'src/events',
  'src/checkout',
  'src/orders',
  'src/payments',
  'src/platform',
  'src/checkin',
  'src/accounts',
  'src/reports',
  'src/ledger',
  'src/ui',
]
