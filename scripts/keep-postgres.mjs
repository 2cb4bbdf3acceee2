// Keeps the shop's own PostgreSQL running. If PostgreSQL exits because the disk is full, it is
// started again once the disk has free space. Any other exit is reported and ends the run.
import { setTimeout as sleep } from 'node:timers/promises'
import { tellFullDisk } from './disk-room.mjs'
import { startPostgres } from './postgres.mjs'

const LOOK_MS = 2000
/** The interval, in ms, in which a full disk is checked for free space before the restart. */
const AGAIN_MS = 500
/**
 * If the disk was full at most this long before an exit (in ms), the full disk counts as the reason.
 * The disk may have free space again by the time the exit is noticed.
 */
const MEMORY_MS = 30_000

/**
 * @param {string} dataDir
 * @param {{ log: (line: string) => void, whenLost: (line: string) => void }} told
 */
export function keepPostgres(dataDir, { log, whenLost }) {
  let stopping = false
  /** @type {Promise<import('./postgres.mjs').Postgres | undefined>} */
  let current = Promise.resolve(undefined)

  const begin = () => {
    const starting = startPostgres({ dataDir, log })
    current = starting.catch(() => undefined)
    return starting
  }

  /** @param {import('./postgres.mjs').Postgres} server */
  async function watch(server) {
    let fullAt = Number.NEGATIVE_INFINITY
    const look = () => {
      if (tellFullDisk(server.folder)) fullAt = Date.now()
    }
    const looking = setInterval(look, LOOK_MS)
    await server.lost
    clearInterval(looking)
    look()
    if (stopping) return
    if (Date.now() - fullAt > MEMORY_MS) return whenLost('PostgreSQL stopped unexpectedly')
    log('PostgreSQL stopped: the disk is full. It starts again once there is room.')
    const again = await beginWithRoom(server.folder)
    if (!again) return
    if (again.url !== server.url) return whenLost('PostgreSQL came back under another address')
    log('PostgreSQL is back')
    await watch(again)
  }

  async function beginWithRoom(folder) {
    while (!stopping) {
      if (tellFullDisk(folder)) {
        await sleep(AGAIN_MS)
        continue
      }
      try {
        return await begin()
      } catch (error) {
        if (stopping || tellFullDisk(folder)) continue
        return whenLost(`PostgreSQL stopped unexpectedly: ${/** @type {Error} */ (error).message}`)
      }
    }
    return undefined
  }

  return {
    start: async () => {
      const server = await begin()
      void watch(server)
      return server
    },
    stop: async () => {
      stopping = true
      await (await current)?.stop()
    },
  }
}
