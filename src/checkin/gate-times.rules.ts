/** A code that turns a phone into a gate phone is good for so long. */
export const CODE_MS = 3600_000
/** A check-in can be undone for so long. */
export const UNDO_MS = 2 * 60_000
/** Before this much before the event's time a check-in is asked twice. */
export const DOORS_BEFORE_MS = 6 * 3600_000
/** A phone that checks in is noted as seen this often. */
export const SEEN_MS = 5000
