// Where the server of the tests keeps its data.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './bootstrap.mjs'

const MEMORY = '/dev/shm'
/** Some 500 databases of 12 MB and their log, beside what browsers and tests take. */
const DATA_BYTES = 11e9
const FREE_BYTES = 16e9

/**
 * In memory where there is plenty, else in `dataDir`: each of some 500 databases is 760 files, which
 * cost a disk's file system more than all that is asked of them. The server is told nothing of it,
 * and what a test kills there finds its data as it would on a disk.
 * @param {string} dataDir
 */
export function testFolder(dataDir) {
  if (!hasRoomInMemory()) return path.join(dataDir, 'test')
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return path.join(MEMORY, `lango-test-${clone}`)
}

function hasRoomInMemory() {
  if (!fs.existsSync(MEMORY)) return false
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return bavail * bsize > DATA_BYTES && availableBytes() > FREE_BYTES
}

function availableBytes() {
  const told = /^MemAvailable:\s+(\d+) kB/m.exec(fs.readFileSync('/proc/meminfo', 'utf8'))
  return told ? Number(told[1]) * 1024 : os.freemem()
}
