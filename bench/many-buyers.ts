// A child process that sends `count` purchase calls over HTTP, concurrently and each from a
// different IP address. Reports the time of each response.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { orderFor } from '../test/build.ts'
import { openPurchases } from './raw-posts.ts'

type Ask = {
  origin: string
  events: Parameters<typeof orderFor>[0][]
  clients: number
  count: number
}

const [ask] = (await once(process, 'message')) as [Ask]
const purchase = openPurchases(ask.origin)
const took: number[] = []
let left = ask.count

async function buy(at: number): Promise<void> {
  const event = ask.events[at % ask.events.length]!
  const quantities = event.types.map((_, index) => (index === 0 ? 1 : 0))
  const order = orderFor(event, quantities)
  const start = performance.now()
  let { status } = await purchase(order)
  // The load shedder refuses some of 200 calls that arrive together. Buyers try again.
  while (status === 503) {
    await pause(1000)
    status = (await purchase(order)).status
  }
  if (status !== 202) throw new Error(`answered ${status}`)
  took.push(performance.now() - start)
}

const began = performance.now()
await Promise.all(
  Array.from({ length: ask.clients }, async () => {
    while (left > 0) await buy(left--)
  }),
)
process.send?.({ perSecond: (ask.count / (performance.now() - began)) * 1000, took })
process.disconnect?.()
