/** What a row of check_in changes in who is inside. */
export type Step = { kind: 'in' | 'undo' | 'out'; people: number }

/** People who went in, less those who left and those whose check-in was taken back. */
export function netOf(steps: readonly Step[]): number {
  return steps.reduce((net, { kind, people }) => net + (kind === 'in' ? people : -people), 0)
}

/**
 * Who is in on a ticket, from the sum of all that was told of it, so that no order of telling makes
 * a difference. Below nothing it waits: people left whose coming in another phone has still to tell.
 */
export function placeInside(net: number, admits: number): { admitted: number; excess: number } {
  const inside = Math.max(0, net)
  const admitted = Math.min(admits, inside)
  return { admitted, excess: inside - admitted }
}
