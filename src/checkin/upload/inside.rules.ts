import { gateDay } from '../../events/sales.rules.ts'

/**
 * The effect of a check_in row on the number of people inside. `at` is in ms. For an undo, `at` is
 * the time of the undone row.
 */
export type Step = { kind: 'in' | 'undo' | 'out'; people: number; at: number }

type Counted = Pick<Step, 'kind' | 'people'>

/** The number of people let in. Negative for an exit or an undo. */
export const peopleIn = ({ kind, people }: Counted): number => (kind === 'in' ? people : -people)

/** The people who came in, minus the people who left or whose check-in was undone. */
export function occupancy(steps: readonly Counted[]): number {
  return steps.reduce((net, step) => net + peopleIn(step), 0)
}

/**
 * The number of people inside with a ticket. Depends only on the sum of the ticket's movements, so
 * the order of uploads makes no difference. A negative sum counts as zero: people have left, but
 * another phone has not uploaded their entry yet. `excess` is the number of people beyond `admits`.
 */
export function placeInside(net: number, admits: number): { admitted: number; excess: number } {
  const inside = Math.max(0, net)
  const admitted = Math.min(admits, inside)
  return { admitted, excess: inside - admitted }
}

/** The people inside by day. Never negative. */
type DayNets = ReadonlyMap<string, number>

/**
 * The people inside on each day of an event of several days. Depends only on the movements and
 * their times, so the order of uploads makes no difference. Guests may stay past 06:00, when the
 * new day begins. So an exit counts for the latest day with people inside, and frees no place on
 * the new day.
 */
export function insideByDay(steps: readonly Step[]): DayNets {
  const nets = new Map<string, number>()
  const add = (day: string, people: number) => nets.set(day, (nets.get(day) ?? 0) + people)
  const isExit = ({ kind }: Step) => Number(kind === 'out')
  const inOrder = [...steps].sort((a, b) => a.at - b.at || isExit(a) - isExit(b))
  for (const step of inOrder) {
    if (!isExit(step)) {
      add(gateDay(new Date(step.at)), peopleIn(step))
      continue
    }
    let rest = step.people
    for (const day of [...nets.keys()].sort().reverse()) {
      const left = Math.min(rest, Math.max(0, nets.get(day)!))
      add(day, -left)
      rest -= left
    }
  }
  return nets
}

/** The highest number of people let in on one day. Subtracts undone entries, but no exits. */
export const mostOfDay = (steps: readonly Step[]): number =>
  Math.max(0, ...insideByDay(steps.filter(({ kind }) => kind !== 'out')).values())

type DayTicket = { admits: number; excess: number; people: number }

/**
 * The occupancy of a pass that enters once per day: the people of its latest day, and the excess of
 * all days. `before` and `after` are the people inside before and after a movement.
 *
 * Only movements change the excess. For earlier days, the limit is the number of people with whom
 * the ticket was sold, so a later transfer or partial refund adds no excess to an earlier day.
 */
export function placeByDay(
  { admits, excess, people }: DayTicket,
  { before, after, today }: { before: DayNets; after: DayNets; today: string },
): { admitted: number; admitted_on: string | null; excess: number } {
  const beyond = (nets: DayNets) =>
    [...nets].reduce((sum, [day, net]) => {
      const most = day < today ? Math.max(admits, people) : admits
      return sum + Math.max(0, net - most)
    }, 0)
  const last = [...after.keys()].sort().findLast((day) => after.get(day)! > 0) ?? null
  return {
    admitted: last === null ? 0 : Math.min(admits, after.get(last)!),
    admitted_on: last,
    excess: Math.max(0, excess + beyond(after) - beyond(before)),
  }
}
