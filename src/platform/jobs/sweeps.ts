import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { beatsToWait } from './poll-pause.ts'

/** Work that is not about one row but comes round again; at once where it answers 'more'. */
export type Sweep = { name: string; everyMs: number; run: () => Promise<unknown> }

/**
 * Each comes round so long after its end, on the beat of the quickest: those that come round together
 * ask the database together (`isDue`). At rest several beats are one.
 */
export async function runSweeps(
  sweeps: readonly Sweep[],
  { log, restedMs = () => 0 }: { log: Log; restedMs?: (() => number) | undefined },
  stopping: AbortSignal,
): Promise<void> {
  const beatMs = Math.min(...sweeps.map(({ everyMs }) => everyMs))
  const running = new Map<Sweep, Promise<void>>()
  const comesAt = new Map(sweeps.map((sweep) => [sweep, 0]))
  let beat = 0
  while (sweeps.length > 0 && !stopping.aborted) {
    for (const sweep of sweeps) {
      if (running.has(sweep) || comesAt.get(sweep)! > beat) continue
      const end = () => {
        running.delete(sweep)
        comesAt.set(sweep, beat + Math.round(sweep.everyMs / beatMs))
      }
      running.set(sweep, runSweep(sweep, log, stopping).then(end))
    }
    const beats = beatsToWait(restedMs())
    await delay(beatMs * beats, undefined, { signal: stopping }).catch(() => {})
    beat += beats
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
