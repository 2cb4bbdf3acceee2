// A child process that sends purchase calls at a steady pace, whether or not earlier calls have a
// response.
import { setTimeout as delay } from 'node:timers/promises'
import { type BuiltEvent, orderFor } from '../test/build.ts'
import { openPurchases, type RawAnswer } from './raw-posts.ts'

export type LoadTask = { origin: string; event: BuiltEvent; aSecond: number; ms: number }
export type LoadReport = {
  placedPerSecond: number
  placedP99: number
  refused: number
  refusedP99: number
  failed: number
}

const TURN_MS = 10

/** The open connections for purchase calls, by the server's origin. */
const purchases = new Map<string, ReturnType<typeof openPurchases>>()

process.on('message', async (all: LoadTask[]) => {
  process.send?.(await Promise.all(all.map(load)))
})
process.on('disconnect', () => process.exit(0))

async function load({ origin, event, aSecond, ms }: LoadTask): Promise<LoadReport> {
  const purchase = purchases.get(origin) ?? openPurchases(origin)
  purchases.set(origin, purchase)
  const began = performance.now()
  const answers: Promise<RawAnswer>[] = []
  for (let turn = 0; turn * TURN_MS < ms; turn++) {
    const due = Math.floor(((turn + 1) * TURN_MS * aSecond) / 1000)
    // All calls that are due are sent together. Otherwise a pause of this process would be measured
    // as slow responses.
    while (answers.length < due) answers.push(purchase(orderFor(event)))
    await delay(Math.max(0, began + (turn + 1) * TURN_MS - performance.now()))
  }
  const lasted = performance.now() - began
  const all = await Promise.all(answers)
  const placed = all.filter(({ status }) => status === 202)
  const refused = all.filter(({ status }) => status === 503)
  // Responses after the end of the load are not counted.
  const inTime = placed.filter(({ at }) => at - began <= lasted)
  return {
    placedPerSecond: (inTime.length * 1000) / lasted,
    placedP99: percentile(placed),
    refused: refused.length,
    refusedP99: percentile(refused),
    failed: all.length - placed.length - refused.length,
  }
}

function percentile(all: RawAnswer[]): number {
  const sorted = all.map(({ ms }) => ms).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
