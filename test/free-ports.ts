import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// The shop's own PostgreSQL takes ports below this range (scripts/postgres.mjs). The system takes
// ports above this range for outgoing connections, at any time.
const LOWEST = 29_400
const HIGHEST = 32_700
/**
 * The number of shares of the range. Each test worker takes ports from its own share only, so that
 * no two workers take the same port.
 */
const SHARES = 8
const SHARE = Math.floor((HIGHEST - LOWEST) / SHARES)

const first = LOWEST + (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES) * SHARE
let taken = randomInt(SHARE)

/** Returns free ports, all different. A port is returned again only after 400 other ports. */
export async function takeFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === SHARE) throw new Error('no free port was found')
    const port = first + (taken++ % SHARE)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
