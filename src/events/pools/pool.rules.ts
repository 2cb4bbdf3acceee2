/** The most pools of an event. */
export const POOLS_MAX = 8
