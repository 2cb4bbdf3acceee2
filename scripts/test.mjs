// npm test: everything that CI checks. `npm test -- <pattern>` runs only the matching tests.
// `npm run torture` runs the tests that are too slow for `npm test`, such as a full stadium.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolder, ensureDependencies, ensureNode, loadDotEnv, root } from './bootstrap.mjs'
import { buildPages } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { endRunning, onStop, run, runMain, say, whenRunningEnds } from './run.mjs'
import { COMPILE_CACHE } from './service.mjs'
import { readReport } from './test-report.mjs'

const PATIENCE_MS = 10_000

const isTorture = process.argv[2] === '--torture'
const filters = isTorture ? readTorture(process.argv.slice(3)) : process.argv.slice(2)
const sum = { passed: 0, failed: 0 }
let testsSeen = 0
let stopPostgres = async () => {}
let stopping = false

await runMain(main, () => printSum(1))

async function main() {
  onStop(stopEverything)
  loadDotEnv()
  // npm requests colours even if the output goes to a file.
  if (!process.stdout.isTTY) process.env.NO_COLOR = '1'
  if (process.env.NO_COLOR) delete process.env.FORCE_COLOR
  const dataDir = dataFolder()
  await ensureNode()
  await ensureDependencies()
  // Chromium is installed while the first checks run. A fault is thrown by the `await` below.
  const chromium = ensureChromium()
  chromium.catch(() => {})
  if (filters.length === 0 && !isTorture) {
    const colours = process.env.NO_COLOR ? ['--colors=off'] : []
    await part('format and lint', () => tool('biome', ['ci', ...colours, '.']))
    // Every checker computes the shared types again, so the default of four checkers takes twice
    // the processor time of one checker.
    await part('types', () => tool('tsc', ['-p', '.', '--checkers', '2']))
  }
  await part('build', buildPages)
  for (const parts of onServers()) {
    await withPostgres(dataDir, async (url) => {
      const env = testEnv(url, await chromium)
      for (const [name, config] of parts) await part(name, () => vitest(config, env))
    })
  }
  if (stopping) return
  await whenRunningEnds()
  if (testsSeen === 0) say('\nNo test ran.')
  printSum(testsSeen === 0 ? 1 : 0)
  process.exit(sum.failed > 0 || testsSeen === 0 ? 1 : 0)
}

/**
 * The parts that need a database server; each group of tests starts its own server. All tests
 * create about 500 databases, and removing their 350,000 files takes almost a minute. So the files
 * of the first group are removed while the second group runs.
 */
function onServers() {
  if (isTorture) return [[['torture', 'vitest.torture.config.ts']]]
  const unit = ['unit and database tests', 'vitest.config.ts']
  const browser = ['browser tests', 'vitest.e2e.config.ts']
  return filters.length > 0 ? [[unit, browser]] : [[unit], [browser]]
}

/**
 * Reads `--seeds N --from S`. If one of them is given, only the simulated on-sales (torture/seeds)
 * run. All other arguments are patterns of file names.
 * @param {string[]} args
 */
function readTorture(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seeds: { type: 'string' }, from: { type: 'string' } },
  })
  for (const [name, given] of Object.entries(values)) {
    if (!/^[1-9]\d{0,5}$/.test(given)) {
      console.error(`--${name} must be a whole number from 1 to 999999.`)
      process.exit(1)
    }
    process.env[`TORTURE_${name.toUpperCase()}`] = given
  }
  // `deploy` without a folder matches only files named deploy.*, not all files of test/deploy.
  const patterns = positionals.map((one) => (one.includes('/') ? one : `/${one}.`))
  return values.seeds || values.from ? ['torture/seeds', ...patterns] : patterns
}

/** Runs a part of the tests, even if an earlier part failed. */
async function part(name, work) {
  if (stopping) return
  say(`\n── ${name}`)
  const started = Date.now()
  let counts
  try {
    counts = (await work()) ?? { passed: 1, failed: 0 }
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    counts = { passed: 0, failed: 1 }
  }
  sum.passed += counts.passed
  sum.failed += counts.failed
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  say(`── ${name}: ${counts.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s`)
}

async function tool(name, args) {
  const { ok } = await run(path.join(root, 'node_modules/.bin', name), args, { cwd: root })
  if (!ok) throw new Error(`${name} found faults`)
}

async function vitest(config, env) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lango-test-'))
  const report = path.join(folder, 'report.json')
  const args = ['run', '--config', config, '--reporter=default', '--reporter=json']
  if (filters.length > 0) args.push('--passWithNoTests', ...filters)
  const command = path.join(root, 'node_modules/.bin/vitest')
  const { ok } = await run(command, [...args, `--outputFile.json=${report}`], { cwd: root, env })
  const counts = readReport(report, ok)
  testsSeen += counts.passed + counts.failed
  fs.rmSync(folder, { recursive: true, force: true })
  return counts
}

async function withPostgres(dataDir, work) {
  if (stopping) return
  if (process.env.TEST_DATABASE_URL) return await work(process.env.TEST_DATABASE_URL)
  const folder = path.join(dataDir, 'test')
  const options = { dataDir: folder, shared: true, passing: true, database: 'postgres' }
  const server = await startPostgres(options)
  stopPostgres = server.stop
  await work(server.url)
  if (!stopping) await server.stop()
}

/** The environment of the tests: the settings of a developer's own shop must not affect them. */
function testEnv(url, chromium) {
  const theirs =
    /^(DATABASE_|LANGO_ENV$|PORT$|SANDBOX_|PUBLIC_ORIGIN$|HOST$|MPESA_|AT_|SMTP_|MAIL_|SUPPORT_|OFFICE$|USSD_|LIMIT_|PUSH_)/
  const kept = Object.entries(process.env).filter(([name]) => !theirs.test(name))
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    TEST_DATABASE_URL: url,
    // Test databases are left in place and deleted together with the server, which takes a tenth of
    // the time.
    TEST_DATABASES: process.env.TEST_DATABASE_URL ? 'dropped' : 'left',
    CHROMIUM_PATH: chromium,
  }
}

async function stopEverything(force) {
  stopping = true
  const ended = endRunning(force ? 'SIGKILL' : 'SIGTERM')
  if (force) return
  setTimeout(() => endRunning('SIGKILL'), PATIENCE_MS).unref()
  await ended
  await stopPostgres().catch(() => {})
  printSum(1)
  process.exit(1)
}

function printSum(more) {
  say(`\n${sum.passed} passed, ${sum.failed + more} failed`)
}
