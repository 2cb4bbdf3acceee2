/**
 * The numbers of people to whom a gate phone may sell for cash, if the organizer sets no other
 * limits. A steward who takes cash and gives change serves about ten people a minute.
 */
export const CASH_PER_MINUTE = 30
export const CASH_PER_HOUR = 500
