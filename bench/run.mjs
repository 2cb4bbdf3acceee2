// npm run bench -- KIND: runs one of the measurements in KINDS. Each measurement except 'build' and
// 'gate-phone' creates its own database. Copy the figures to docs/performance.md.
import fs from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { dataFolder, ensureDependencies, ensureNode, loadDotEnv } from '../scripts/bootstrap.mjs'
import { buildPages } from '../scripts/build.mjs'
import { ensureChromium } from '../scripts/chromium.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { Fault, onStop, runMain, say } from '../scripts/run.mjs'

const KINDS = [
  'reports',
  'pages',
  'build',
  'waiting',
  'overload',
  'idle',
  'sign-ins',
  'held',
  'on-sale',
  'purchase',
  'growth',
  'migrate',
  'ussd',
  'gate',
  'gate-phone',
]

await runMain(async () => {
  loadDotEnv()
  const kind = process.argv[2] ?? ''
  if (!KINDS.includes(kind)) throw new Fault(`npm run bench -- ${KINDS.join('|')}`)
  const dataDir = dataFolder()
  await ensureNode()
  await ensureDependencies()
  if (kind === 'pages') {
    await buildPages()
    process.env.CHROMIUM_PATH = await ensureChromium()
  }
  const { bench } = await import(`./${kind}.ts`)
  const { model } = cpus()[0]
  say(`npm run bench -- ${process.argv.slice(2).join(' ')}, on ${cpus().length} x ${model.trim()}`)
  if (kind === 'build') return await bench(say)
  // The gate app runs in a browser, without a database.
  if (kind === 'gate-phone') return await bench('', say)
  const folder = path.join(dataDir, 'bench')
  fs.mkdirSync(folder, { recursive: true })
  // A shared server is used because its role may create databases; the shop's own role may not.
  const server = await startPostgres({ dataDir: folder, shared: true, database: 'postgres' })
  onStop(() => server.stop().finally(() => process.exit(1)))
  try {
    await bench(server.url, say)
  } finally {
    await server.stop()
  }
  // The gate bench ends with the decisions of an offline phone.
  if (kind === 'gate') await (await import('./gate-phone.ts')).bench('', say)
  process.exit(0)
})
