import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// The lowest port to try. The system takes ports for outgoing connections from a higher range, at
// any time.
const LOWEST = 20_000
const HIGHEST = 32_000
const TRIES = 100

/** Returns this many different ports on which no process listens. */
export async function takeFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  for (let tries = 0; ports.size < count; tries++) {
    if (tries === TRIES) throw new Error('no free port was found')
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
