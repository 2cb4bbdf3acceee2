/** The effect of a check_in row on the number of people inside. */
export type Step = { kind: 'in' | 'undo' | 'out'; people: number }

/** The people who went in, without those who left and those whose check-in was undone. */
export function netOf(steps: readonly Step[]): number {
  return steps.reduce((net, { kind, people }) => net + (kind === 'in' ? people : -people), 0)
}

/**
 * How many people are inside on a ticket, from the sum of all reported steps, so that the order of
 * the reports makes no difference. A negative sum waits: the people who left were admitted by a
 * phone that has not reported yet.
 */
export function placeInside(net: number, admits: number): { admitted: number; excess: number } {
  const inside = Math.max(0, net)
  const admitted = Math.min(admits, inside)
  return { admitted, excess: inside - admitted }
}
