// Finds out whether the server of a data folder is running, and in which process.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export function readPidFile(data) {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

/**
 * Whether this process is PostgreSQL. Process ids are reused: the id in an old file may now belong
 * to a different program.
 */
export function isServer(pid) {
  if (!(pid > 0)) return false
  if (fs.existsSync('/proc/self/cmdline')) {
    try {
      return /postgres\0/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    } catch {
      return false
    }
  }
  const found = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return /postgres/.test(found.stdout ?? '')
}
