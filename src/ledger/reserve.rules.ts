/**
 * The share of an organizer's sales that is kept, in hundredths of a percent. An admin may set
 * another share.
 */
export const DEFAULT_RESERVE = 2000

/** Days after the event in which buyers ask for refunds. */
export const REFUND_WINDOW_DAYS = 14
