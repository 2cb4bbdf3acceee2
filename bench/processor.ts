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

/** What those that are there after it have had in between: a session that rests is closed. */
export function spentMs(before: ProcessorTimes, after: ProcessorTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
