/**
 * The default share of an organizer's sales that Lango holds back as a reserve, in hundredths of a
 * percent. An admin may set a different share.
 */
export const DEFAULT_RESERVE = 2000

/** The number of days after the event in which buyers may request refunds. */
export const REFUND_WINDOW_DAYS = 14
