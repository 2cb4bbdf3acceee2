import fs from 'node:fs'

/** The length of a processor tick; a constant of Linux, the same on every machine. */
const TICK_MS = 10

export type ProcessorTimes = Map<number, number>

/** The processor time that each process has used, in ms, or 0 if the machine does not report it. */
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
 * The time that the main thread has run since it began, and the time that it waited for a
 * processor. Read from Linux's `schedstat`; 0 if the machine does not report it.
 */
export function mainThreadTime(pid: number): ThreadTime {
  const path = `/proc/${pid}/task/${pid}/schedstat`
  if (!fs.existsSync(path)) return { ranMs: 0, waitedMs: 0 }
  const [ran, waited] = fs.readFileSync(path, 'utf8').split(' ')
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
}

/**
 * The processor time that processes used between the two readings. Leaves out processes that have
 * ended.
 */
export function spentMs(before: ProcessorTimes, after: ProcessorTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
