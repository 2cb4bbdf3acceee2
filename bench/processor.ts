import fs from 'node:fs'

/** The length of a processor tick in ms, which is the same on every Linux machine. */
const TICK_MS = 10

export type ProcessorTimes = Map<number, number>

/** The processor time of each process so far, in ms; 0 if the machine does not report it. */
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
 * The time in ms for which the main thread has run, and the time for which it waited for a
 * processor. Read from Linux's `schedstat`; 0 if the machine does not report it.
 */
export function mainThreadTime(pid: number): ThreadTime {
  const path = `/proc/${pid}/task/${pid}/schedstat`
  if (!fs.existsSync(path)) return { ranMs: 0, waitedMs: 0 }
  const [ran, waited] = fs.readFileSync(path, 'utf8').split(' ')
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
}

/** The processor time used between two readings, without processes that ended in between. */
export function spentMs(before: ProcessorTimes, after: ProcessorTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
