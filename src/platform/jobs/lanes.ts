import type { Lane } from './jobs.ts'

export type Opening = { lane: string; count: number }

/**
 * How many jobs each lane runs, and whether some wait for it in the table. While they do, nobody
 * overtakes them: what is queued waits there, too.
 */
export function countLanes(options: {
  lanes: readonly Lane[]
  concurrency: number
  /** In ms, from whenever. */
  now?: () => number
}) {
  const { now = () => performance.now() } = options
  const lanes = new Map(
    options.lanes.map(({ name, atOnce = options.concurrency }) => [
      name,
      { atOnce, busy: 0, isBehind: true, isLeft: false, restsUntil: 0 },
    ]),
  )
  const msOfRest = ({ restsUntil }: { restsUntil: number }) => Math.max(0, restsUntil - now())
  const room = ({ atOnce, busy }: { atOnce: number; busy: number }) => Math.max(0, atOnce - busy)
  const occupy = (name: string, count: number) => {
    lanes.get(name)!.busy += count
  }
  return {
    occupy,
    free: (name: string, count: number) => occupy(name, -count),
    /** How many more each lane may run; none of a lane that is full or rests. */
    openings: (): Opening[] => {
      for (const lane of lanes.values()) lane.isLeft = false
      return [...lanes]
        .filter(([, counts]) => msOfRest(counts) === 0)
        .map(([lane, counts]) => ({ lane, count: room(counts) }))
        .filter(({ count }) => count > 0)
    },
    reserve: (name: string, wanted: number): number => {
      const lane = lanes.get(name)
      if (!lane || lane.isBehind || msOfRest(lane) > 0) return 0
      const count = Math.min(room(lane), wanted)
      lane.busy += count
      return count
    },
    fallBehind: (name: string) => {
      const lane = lanes.get(name)
      if (lane) Object.assign(lane, { isBehind: true, isLeft: true })
    },
    /** What is given back, and what is queued meanwhile, waits in the table. */
    rest: (name: string, ms: number) => {
      const lane = lanes.get(name)!
      Object.assign(lane, { isBehind: true, restsUntil: Math.max(lane.restsUntil, now() + ms) })
    },
    /** Until the next of the lanes that rest goes on. */
    msOfRest: (): number =>
      Math.min(...[...lanes.values()].map(msOfRest).filter((ms) => ms > 0), Infinity),
    /** Whether some may wait in the table that could run now. */
    isBehind: (name: string) => {
      const lane = lanes.get(name)!
      return lane.isBehind && msOfRest(lane) === 0
    },
    /**
     * A lane that got fewer jobs than it has room for has no more that are due, but for those that
     * came while it asked. True if there are some.
     */
    noteClaimed: (openings: Opening[], jobs: readonly { lane: string }[]): boolean => {
      for (const { lane: name, count } of openings) {
        const lane = lanes.get(name)!
        lane.isBehind = lane.isLeft || jobs.filter((job) => job.lane === name).length === count
      }
      return openings.some(({ lane }) => lanes.get(lane)!.isLeft)
    },
  }
}
