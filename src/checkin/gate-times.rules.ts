/** Validity of a pairing code. */
export const CODE_MS = 3600_000
/** Time limit for undoing a check-in. */
export const UNDO_MS = 2 * 60_000
/** A check-in earlier than this before the event's time needs a confirmation. */
export const DOORS_BEFORE_MS = 6 * 3600_000
/** Minimum interval between two writes of a phone's last contact. */
export const SEEN_MS = 5000
