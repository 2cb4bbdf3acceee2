// npm run build: prepares this folder for production: a Node that is new enough, the packages and
// the pages. `--before FOLDER` keeps the files of the shop in FOLDER for tabs that were opened with
// it (decisions/0181). `dist/node/run` is the Node with which systemd starts the shop.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dropDevelopment, ensureDependencies, ensureNode, root } from './bootstrap.mjs'
import { arePagesBuilt, buildPages } from './build.mjs'
import { endRunning, onStop, runMain, say } from './run.mjs'

process.env.LANGO_ENV = 'production'
const { before } = parseArgs({ options: { before: { type: 'string' } } }).values
// The user of the shop must be able to read what root installs.
process.umask(0o022)

await runMain(async () => {
  onStop((force) => endRunning(force ? 'SIGKILL' : 'SIGTERM').then(() => process.exit(1)))
  await ensureNode()
  await ensureDependencies(() => !arePagesBuilt())
  await buildPages(before)
  await dropDevelopment()
  const link = path.join(root, 'dist/node/run')
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.rmSync(link, { force: true })
  fs.symlinkSync(process.execPath, link)
  say('This folder is ready for production.')
})
