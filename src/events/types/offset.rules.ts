export const OFFSET_MAX = 7
/** The most types that admit people, and the most add-ons, that ticket numbers can encode. */
export const TYPES_MAX = OFFSET_MAX + 1

/**
 * The offset to propose for a new ticket type: `count`, if it is free, or else the lowest free
 * offset. Null if no offset is free.
 */
export function proposeOffset(taken: readonly number[], count: number): number | null {
  const choices = [count, ...Array(TYPES_MAX).keys()]
  return choices.find((offset) => offset <= OFFSET_MAX && !taken.includes(offset)) ?? null
}
