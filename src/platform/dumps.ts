import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** The time in ms of the newest dump of `deploy/lango-backup`; null if there is none. */
export function timeOfNewestDump(folder: string): number | null {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const dumps = files.filter((name) => /^database-.*\.dump$/.test(name))
  if (dumps.length === 0) return null
  return Math.max(...dumps.map((name) => statSync(path.join(folder, name)).mtimeMs))
}
