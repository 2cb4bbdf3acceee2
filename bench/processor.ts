import fs from 'node:fs'

/** Of Linux, whatever the machine. */
const TICK_MS = 10

export type ProcessorTimes = Map<number, number>

/** What each of these processes has had of the processors, in ms; 0 where the machine does not tell. */
export function processorTimes(pids: number[]): ProcessorTimes {
  return new Map(pids.map((pid) => [pid, ticksOf(pid) * TICK_MS]))
}

function ticksOf(pid: number): number {
  const path = `/proc/${pid}/stat`
  if (!fs.existsSync(path)) return 0
  const fields = fs.readFileSync(path, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

export type ThreadTime = { ranMs: number; waitedMs: number }

/**
 * Of its main thread, since it began: for how long it ran, and for how long it could have run and had
 * to wait for a processor. Of Linux (`schedstat`); 0 where the machine does not tell.
 */
export function mainThreadTime(pid: number): ThreadTime {
  const path = `/proc/${pid}/task/${pid}/schedstat`
  if (!fs.existsSync(path)) return { ranMs: 0, waitedMs: 0 }
  const [ran, waited] = fs.readFileSync(path, 'utf8').split(' ')
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
}

/** What those that are there after it have had in between: a session that rests is closed. */
export function spentMs(before: ProcessorTimes, after: ProcessorTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
