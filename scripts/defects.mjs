// npm run defects [-- --seed N --count N --money N]: draws defects and puts them into a copy of the
// repository, one at a time. Runs the checks that could detect the defect, and prints the first
// failure. Takes hours. Exits with 1 if the checks detect fewer than 95 % of the defects, or miss a
// defect in the code for money and stock.
//   --from N --to M   plays only the defects N to M
//   --unit            leaves out the browser tests
//   --calls FOLDER    stores the record of the first step, or uses it if it is stored. The step takes
//                     about ten minutes
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { dataFolder, ensureDependencies, ensureNode, root } from './bootstrap.mjs'
import { buildPages } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { Fault, run, runMain, say } from './run.mjs'

const LEAST_SHARE = 0.95
/** Makes Vitest reuse transformed files, because only one file changes between two defects. */
const FAST = ['--experimental.fsModuleCache']
/** The kinds of defects that the type check or test/tidy.test.ts may detect. */
const TYPED_KINDS = ['negated condition', 'missing await', 'swapped arguments', 'removed guard']
/** Files that browsers load. The browser tests may detect their defects. */
const PAGES = /\.tsx$|\/(screens|gate|office)\//

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '20261127' },
      count: { type: 'string', default: '200' },
      money: { type: 'string', default: '60' },
      from: { type: 'string', default: '1' },
      to: { type: 'string' },
      unit: { type: 'boolean', default: false },
      calls: { type: 'string', default: '' },
    },
  })
  const { unit: isUnitOnly, calls, ...numbers } = values
  const read = Object.entries(numbers).map(([name, text]) => [name, readNumber(text)])
  const { seed, count, money, from, to = count } = Object.fromEntries(read)
  await ensureNode()
  await ensureDependencies()
  await buildPages()
  const chromium = await ensureChromium()
  const server = await startPostgres({
    dataDir: path.join(dataFolder(), 'test'),
    ...{ shared: true, passing: true, database: 'postgres' },
  })
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'lango-defects-'))
  try {
    await makeCopy(copy)
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      TEST_DATABASE_URL: server.url,
      TEST_DATABASES: 'left',
      CHROMIUM_PATH: chromium,
    }
    const records = await readCalls(
      { copy, env },
      path.resolve(root, calls || path.join(copy, 'dist/calls')),
    )
    await hunt({ copy, env, records, isUnitOnly }, { seed, count, money, from, to })
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
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  fs.cpSync(path.join(root, 'dist'), path.join(copy, 'dist'), { recursive: true })
}

/**
 * Returns which product files each test file calls, as `test/defects/record-calls.ts` records it. If
 * the folder has no record yet, runs all unit and database tests.
 */
async function readCalls({ copy, env }, folder) {
  if (!fs.existsSync(folder)) {
    // An interrupted record is not used by the next run.
    const part = `${folder}.part`
    fs.mkdirSync(part, { recursive: true })
    say('Recording what each test file calls')
    const args = ['run', '--config', 'vitest.calls.config.ts', '--reporter=dot']
    const options = { cwd: copy, env: { ...env, RECORD_CALLS: part }, quiet: true }
    const { ok, output } = await run(path.join(root, 'node_modules/.bin/vitest'), args, options)
    if (!ok) throw new Fault(`A test fails without a defect: ${firstFailure(output)}`)
    fs.renameSync(part, folder)
  }
  return fs
    .readdirSync(folder)
    .map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))
}

/** Inserts one defect after another, and reports the defects that no check detected. */
async function hunt(place, { from, to, ...wanted }) {
  const { drawDefects, MONEY_ROOMS } = await import('../test/defects/draw-defects.ts')
  const { readTree } = await import('../test/tidy/tree.ts')
  const defects = drawDefects(readTree(), wanted)
  const played = defects.slice(from - 1, to)
  const missed = []
  for (const [index, { path: file, line, kind, before, text }] of played.entries()) {
    const target = path.join(place.copy, file)
    const sound = fs.readFileSync(target, 'utf8')
    fs.writeFileSync(target, text)
    const failure = await findFailure(place, { file, kind })
    fs.writeFileSync(target, sound)
    if (!failure) missed.push(file)
    say(`${from + index} of ${defects.length}  ${file}:${line} ${kind}: ${before}`)
    say(failure ? `    seen: ${failure}` : '    MISSED')
  }
  const inMoney = missed.filter((file) => MONEY_ROOMS.test(file)).length
  say(
    `${missed.length} of ${played.length} defects were missed; ${inMoney} of these are in money or stock.`,
  )
  if (inMoney > 0 || played.length - missed.length < LEAST_SHARE * played.length)
    throw new Fault('Too many were missed.')
}

/**
 * The first line that a failed check prints about the defect in this file; undefined if no check
 * fails. Always runs the tests that call the file. Runs the linter, the type check and
 * test/tidy.test.ts only for the kinds of defects that they could detect, and the browser tests
 * only for files that browsers load. Stops at the first failure.
 */
async function findFailure({ copy, env, records, isUnitOnly }, { file, kind }) {
  const tool = (name, args) =>
    run(path.join(root, 'node_modules/.bin', name), args, { cwd: copy, env, quiet: true })
  const vitest = (...args) =>
    tool('vitest', [...args, ...FAST, '--bail=1', '--passWithNoTests', '--reporter=dot'])
  const checks = []
  if (kind === 'missing await') checks.push(() => tool('biome', ['lint', file]))
  if (TYPED_KINDS.includes(kind)) {
    const types = ['-p', '.', '--incremental', '--tsBuildInfoFile', 'dist/types']
    checks.push(() => tool('tsc', [...types, '--checkers', '1']))
  }
  for (const tests of groupsOfTests(records, file)) checks.push(() => vitest('run', ...tests))
  if (TYPED_KINDS.includes(kind)) checks.push(() => vitest('run', 'test/tidy.test.ts'))
  if (PAGES.test(file) && !isUnitOnly) {
    const build = `import('./scripts/build.mjs').then(({ buildPages }) => buildPages())`
    checks.push(() => run('node', ['-e', build], { cwd: copy, env, quiet: true }))
    checks.push(() => vitest('run', '--config', 'vitest.e2e.config.ts'))
  }
  for (const check of checks) {
    const { ok, output } = await check()
    if (!ok) return firstFailure(output)
  }
  return undefined
}

/**
 * The test files that call this file, in groups that run one after another. Tests that are likely
 * to detect a defect come first: tests in the file's folder, then tests in its room (such as
 * src/orders), then all others. Within each of the three sets, fast tests come first.
 */
function groupsOfTests(records, file) {
  const folder = `${path.dirname(file)}/`
  const room = `${folder.split('/').slice(0, 2).join('/')}/`
  const distance = ({ test }) => [folder, room, ''].findIndex((place) => test.startsWith(place))
  const tests = records
    .filter(({ called }) => called.includes(file))
    .toSorted((one, other) => distance(one) - distance(other) || one.ms - other.ms)
    .map(({ test }) => test)
  return [tests.slice(0, 6), tests.slice(6, 30), tests.slice(30)].filter((some) => some.length > 0)
}

/**
 * The line of the first failed test. If no test failed, the line of the first error: after a failed
 * test, Vitest also names files that it stopped.
 */
function firstFailure(output) {
  const lines = stripVTControlCharacters(output).split('\n')
  const found = [/FAIL.* > /, /FAIL/, /lint\//, /rror/].map((kind) =>
    lines.find((line) => kind.test(line)),
  )
  return (found.find(Boolean) ?? lines[0]).trim()
}
