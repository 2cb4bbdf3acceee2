// npm run bench -- reports: measures, in a database of its own. The figures go to docs/performance.md.
import fs from 'node:fs'
import path from 'node:path'
import { dataFolder, ensureDependencies, ensureNode, loadDotEnv, root } from './bootstrap.mjs'
import { startPostgres } from './postgres.mjs'
import { Fault, onStop, runMain, say } from './run.mjs'

const KINDS = ['reports']

await runMain(async () => {
  loadDotEnv()
  const kind = process.argv[2] ?? ''
  if (!KINDS.includes(kind)) throw new Fault(`npm run bench -- ${KINDS.join('|')}`)
  const dataDir = dataFolder()
  await ensureNode(dataDir)
  await ensureDependencies()
  const folder = path.join(dataDir, 'bench')
  fs.mkdirSync(folder, { recursive: true })
  const server = await startPostgres({ dataDir: folder, log: say, database: 'postgres' })
  onStop(() => server.stop().finally(() => process.exit(1)))
  try {
    const { bench } = await import(path.join(root, 'bench', `${kind}.ts`))
    await bench(server.url, say)
  } finally {
    await server.stop()
  }
  process.exit(0)
})
