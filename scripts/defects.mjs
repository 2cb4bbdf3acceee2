// npm run defects [-- --seed N --count N --money N]: puts defects into a copy of the repository, one at a
// time, and runs the tests that could see each. Takes hours. Exits with 1 if tests see fewer than 95 %
// of all defects, or miss one in money and stock.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolder, ensureDependencies, ensureNode, root } from './bootstrap.mjs'
import { buildPages } from './build.mjs'
import { startPostgres } from './postgres.mjs'
import { Fault, run, runMain, say } from './run.mjs'

const LEAST_SHARE = 0.95

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '20261127' },
      count: { type: 'string', default: '200' },
      money: { type: 'string', default: '60' },
    },
  })
  const [seed, count, money] = [values.seed, values.count, values.money].map(readNumber)
  await ensureNode()
  await ensureDependencies()
  await buildPages()
  const server = await startPostgres({
    dataDir: path.join(dataFolder(), 'test'),
    ...{ shared: true, passing: true, database: 'postgres' },
  })
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'lango-defects-'))
  try {
    await makeCopy(copy)
    await hunt(copy, server.url, { seed, count, money })
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
    await server.stop()
  }
})

function readNumber(text) {
  if (!/^\d{1,9}$/.test(text)) throw new Fault(`A whole number is needed instead of '${text}'.`)
  return Number(text)
}

async function makeCopy(copy) {
  const changes = await run('git', ['status', '--porcelain'], { cwd: root, quiet: true })
  if (changes.output !== '') throw new Fault('Commit first: the copy has what is committed.')
  const { ok, output } = await run('git', ['clone', '-q', root, copy], { quiet: true })
  if (!ok) throw new Fault(output)
  for (const name of ['node_modules', 'dist']) {
    fs.symlinkSync(path.join(root, name), path.join(copy, name))
  }
}

async function hunt(copy, url, wanted) {
  const { drawDefects, MONEY_ROOMS } = await import('../test/defects/draw-defects.ts')
  const { readTree } = await import('../test/tidy/tree.ts')
  const defects = drawDefects(readTree(), wanted)
  const missed = []
  for (const [index, { path: file, line, kind, before, text }] of defects.entries()) {
    const target = path.join(copy, file)
    const sound = fs.readFileSync(target, 'utf8')
    fs.writeFileSync(target, text)
    const isSeen = await seesDefect(copy, file, url)
    fs.writeFileSync(target, sound)
    if (!isSeen) missed.push(file)
    const place = `${file}:${line} ${kind}: ${before}`
    say(`${index + 1} of ${defects.length}  ${isSeen ? 'seen  ' : 'MISSED'}  ${place}`)
  }
  const seen = defects.length - missed.length
  const inMoney = missed.filter((file) => MONEY_ROOMS.test(file)).length
  say(
    `${seen} of ${defects.length} defects were seen; ${inMoney} of the missed ones are in money or stock.`,
  )
  if (inMoney > 0 || seen < LEAST_SHARE * defects.length) throw new Fault('Too many were missed.')
}

/** Runs the tests of the file's folder, of its room, and all that import it, until a test fails. */
async function seesDefect(copy, file, url) {
  const folder = path.dirname(file)
  const room = folder.split('/').slice(0, 2).join('/')
  for (const which of [
    ['run', `${folder}/`],
    ['run', `${room}/`],
    ['related', '--run', file],
  ]) {
    const { ok } = await vitest(copy, which, url)
    if (!ok) return true
  }
  return false
}

function vitest(copy, which, url) {
  const env = { ...process.env, NODE_ENV: 'test', TEST_DATABASE_URL: url, TEST_DATABASES: 'left' }
  const args = [...which, '--bail=1', '--passWithNoTests', '--reporter=dot']
  const options = { cwd: copy, env, quiet: true }
  return run(path.join(root, 'node_modules/.bin/vitest'), args, options)
}
