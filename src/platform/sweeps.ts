import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Work that is not about one row but comes round again; at once where it answers 'more'. */
export type Sweep = { name: string; everyMs: number; run: () => Promise<unknown> }

/**
 * Each comes round so long after its end, on the beat of the quickest: those that come round together
 * ask the database together (`isDue`).
 */
export async function runSweeps(
  sweeps: readonly Sweep[],
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const beatMs = Math.min(...sweeps.map(({ everyMs }) => everyMs))
  const running = new Map<Sweep, Promise<void>>()
  const comesAt = new Map(sweeps.map((sweep) => [sweep, 0]))
  for (let beat = 0; sweeps.length > 0 && !stopping.aborted; beat++) {
    for (const sweep of sweeps) {
      if (running.has(sweep) || comesAt.get(sweep)! > beat) continue
      const end = () => {
        running.delete(sweep)
        comesAt.set(sweep, beat + Math.round(sweep.everyMs / beatMs))
      }
      running.set(sweep, runSweep(sweep, log, stopping).then(end))
    }
    await delay(beatMs, undefined, { signal: stopping }).catch(() => {})
  }
  await Promise.all(running.values())
}

async function runSweep(sweep: Sweep, log: Log, stopping: AbortSignal): Promise<void> {
  try {
    while ((await sweep.run()) === 'more' && !stopping.aborted);
  } catch (error) {
    log.error({ err: error, sweep: sweep.name }, 'a sweep failed')
  }
}
