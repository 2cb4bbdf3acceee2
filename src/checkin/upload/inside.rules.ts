/** The effect of a check_in row on the number of people inside. */
export type Step = { kind: 'in' | 'undo' | 'out'; people: number }

/** The people who came in, minus the people who left or whose check-in was undone. */
export function occupancy(steps: readonly Step[]): number {
  return steps.reduce((net, { kind, people }) => net + (kind === 'in' ? people : -people), 0)
}

/**
 * The number of people inside on a ticket. It depends only on the sum of the ticket's movements, so
 * the order of uploads makes no difference. A negative sum counts as zero: people have left, but
 * another phone has not uploaded their entry yet. `excess` is the number of people beyond `admits`.
 */
export function placeInside(net: number, admits: number): { admitted: number; excess: number } {
  const inside = Math.max(0, net)
  const admitted = Math.min(admits, inside)
  return { admitted, excess: inside - admitted }
}
