// npm run dev: restarts the app and the sandbox when their sources change. Vite reloads the pages.
import fs from 'node:fs'

const QUIET_MS = 150
const RELEVANT = /\.(ts|sql)$/
const IGNORED = /\.test\.ts$/

export function watchSources(folder, changed) {
  if (!fs.existsSync(folder)) return
  let timer
  fs.watch(folder, { recursive: true }, (_event, file) => {
    if (!file || !RELEVANT.test(file) || IGNORED.test(file)) return
    // Wait until changes stop: an editor writes a file in several steps, and a git checkout writes
    // many files.
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  })
}
