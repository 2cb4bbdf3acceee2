// Keeps the files of the previous build, because tabs opened before an update still load them.
import fs from 'node:fs'
import path from 'node:path'

/** The folders of dist/ whose files browsers load. Each file name contains a hash. */
const FOLDERS = ['client/assets', 'sw/client/assets', 'gate/assets']

/**
 * Copies the files that browsers load from the build in `from` into `dist`/before. Replaces the
 * files that an earlier call copied there.
 */
export function keepBefore(from, dist) {
  const kept = path.join(dist, 'before')
  fs.rmSync(kept, { recursive: true, force: true })
  for (const folder of FOLDERS) {
    fs.cpSync(path.join(from, folder), path.join(kept, folder), { recursive: true })
  }
}
