// A child process with thousands of buyers. Each buyer long-polls a different order as a browser
// does, and polls again after each response. Reports the numbers of requests and responses every
// 250 ms.
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const RISE_MS = 20_000

process.once('message', async ({ origin, orders }: { origin: string; orders: string[] }) => {
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: true })
  const counts = { asked: 0, answered: 0, refused: 0, lost: 0 }
  // Each buyer has a different IP address in the header that a proxy sets.
  const ask = (order: string, at: number): Promise<void> =>
    new Promise((resolve) => {
      counts.asked += 1
      const headers = { 'x-forwarded-for': `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` }
      const url = `${origin}/api/orders/${order}?wait=25`
      const call = http.get(url, { agent, headers }, (response) => {
        response.resume()
        response.once('end', () => {
          if (response.statusCode === 202) counts.answered += 1
          else counts.refused += 1
          resolve()
        })
      })
      call.once('error', () => {
        counts.lost += 1
        resolve()
      })
    })
  for (const [at, order] of orders.entries()) {
    const goOn = async () => {
      await delay((at * RISE_MS) / orders.length)
      for (;;) await ask(order, at)
    }
    void goOn()
  }
  // The callback ignores the error if the parent process has ended.
  setInterval(() => process.send?.(counts, () => {}), 250)
})
process.on('disconnect', () => process.exit(0))
