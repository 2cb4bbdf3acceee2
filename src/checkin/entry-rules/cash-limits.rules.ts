/** The default limits, in people. A steward who gives change serves about ten people a minute. */
export const CASH_PER_MINUTE = 30
export const CASH_PER_HOUR = 500
