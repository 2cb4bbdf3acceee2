/** Effect of a check_in row on the number of people inside. */
export type Step = { kind: 'in' | 'undo' | 'out'; people: number }

/** Sums entries minus exits and undone entries, in people. */
export function occupancy(steps: readonly Step[]): number {
  return steps.reduce((net, { kind, people }) => net + (kind === 'in' ? people : -people), 0)
}

/**
 * Number of people inside on a ticket, computed from the sum of its movements, so that the upload
 * order makes no difference. A negative sum counts as zero: people left whose entry another phone
 * has yet to upload.
 */
export function placeInside(net: number, admits: number): { admitted: number; excess: number } {
  const inside = Math.max(0, net)
  const admitted = Math.min(admits, inside)
  return { admitted, excess: inside - admitted }
}
