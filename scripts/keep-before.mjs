// Keeps the files of the build before. A tab that was opened before an update still loads them.
import fs from 'node:fs'
import path from 'node:path'

/** The folders of dist/ whose files browsers load, each under a name with a hash. */
const FOLDERS = ['client/assets', 'sw/client/assets', 'gate/assets']

/**
 * Copies the files that browsers load from the build in `from` into `dist`/before, in place of the
 * files that were kept before.
 */
export function keepBefore(from, dist) {
  const kept = path.join(dist, 'before')
  fs.rmSync(kept, { recursive: true, force: true })
  for (const folder of FOLDERS) {
    fs.cpSync(path.join(from, folder), path.join(kept, folder), { recursive: true })
  }
}
