// npm run bench -- reports, -- pages, -- build, -- waiting, -- overload, -- idle, -- sign-ins, -- held, -- on-sale, -- purchase, -- growth, -- ussd, -- gate, -- gate-phone: measures, all but 'build' in a database of their own. The figures go to docs/performance.md.
import fs from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { dataFolder, ensureDependencies, ensureNode, loadDotEnv, root } from './bootstrap.mjs'
import { buildPages } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { Fault, onStop, runMain, say } from './run.mjs'

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
  'ussd',
  'gate',
  'gate-phone',
]

await runMain(async () => {
  loadDotEnv()
  const kind = process.argv[2] ?? ''
  if (!KINDS.includes(kind)) throw new Fault(`npm run bench -- ${KINDS.join('|')}`)
  const dataDir = dataFolder()
  await ensureNode(dataDir)
  await ensureDependencies()
  if (kind === 'pages') {
    await buildPages()
    process.env.CHROMIUM_PATH = await ensureChromium()
  }
  const { bench } = await import(path.join(root, 'bench', `${kind}.ts`))
  const { model } = cpus()[0]
  say(`npm run bench -- ${process.argv.slice(2).join(' ')}, on ${cpus().length} x ${model.trim()}`)
  if (kind === 'build') return await bench(say)
  // All of it is in a browser.
  if (kind === 'gate-phone') return await bench('', say)
  const folder = path.join(dataDir, 'bench')
  fs.mkdirSync(folder, { recursive: true })
  // Its databases are made here, which the shop's own role may not do.
  const server = await startPostgres({ dataDir: folder, shared: true, database: 'postgres' })
  onStop(() => server.stop().finally(() => process.exit(1)))
  try {
    await bench(server.url, say)
  } finally {
    await server.stop()
  }
  // What a phone decides without that server.
  if (kind === 'gate') await (await import('../bench/gate-phone.ts')).bench('', say)
  process.exit(0)
})
