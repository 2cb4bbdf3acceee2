// Builds the files for the browser if their sources have changed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { keepBefore } from './keep-before.mjs'
import { withLock } from './lock.mjs'
import { Fault, run, say } from './run.mjs'
import { COMPILE_CACHE } from './service.mjs'

const INPUTS = [
  'src',
  'words',
  'public',
  'scripts/display-face.ts',
  'scripts/quiet-router.ts',
  'scripts/small-styles.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const DIST = path.join(root, 'dist')
/** The file that marks a build as complete. Contains a hash of the build's sources. */
const MARK = '.lango-build'

const BUILDS = [
  ['--outDir', 'dist/client'],
  ['--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/server'],
  ['--mode', 'gate', '--outDir', 'dist/gate'],
  // The Swahili build of the pages (decisions/0056).
  ['--mode', 'sw', '--outDir', 'dist/sw/client'],
  ['--mode', 'sw', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/sw/server'],
]

/**
 * Builds the pages. Keeps the files of the previous build: the build in the folder `before` if it
 * is given, otherwise the build that the new build replaces.
 */
export async function buildPages(before) {
  if (!fs.existsSync(path.join(root, 'vite.config.ts'))) {
    say('No vite.config.ts: no pages to build')
    return
  }
  await withLock(path.join(root, 'dist/build.lock'), async () => {
    const wanted = hashOf(INPUTS)
    const mark = path.join(DIST, MARK)
    if (before) keepBuildOf(before)
    if (builtFrom() === wanted) return
    if (!before && builtFrom() !== null) keepBefore(DIST, DIST)
    say('Building the pages')
    const started = Date.now()
    fs.rmSync(mark, { force: true })
    await buildAll()
    fs.writeFileSync(mark, wanted)
    say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  })
}

/** Whether the built pages match the current sources. */
export function arePagesBuilt() {
  return builtFrom() === hashOf(INPUTS)
}

function keepBuildOf(folder) {
  const from = path.resolve(folder, 'dist')
  if (!fs.existsSync(path.join(from, MARK))) throw new Fault(`--before: no build in ${folder}`)
  if (fs.realpathSync(from) !== fs.realpathSync(DIST)) keepBefore(from, DIST)
}

function builtFrom() {
  const mark = path.join(DIST, MARK)
  return fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : null
}

/** Runs two builds at a time, because one alone leaves most of a second core idle. */
async function buildAll() {
  const waiting = [...BUILDS]
  const hand = async () => {
    for (let args = waiting.shift(); args; args = waiting.shift()) await build(args)
  }
  // Wait for both builders before reporting a failure, so that no child outlives this process.
  const outcomes = await Promise.allSettled([hand(), hand()])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function build(args) {
  const vite = path.join(root, 'node_modules/.bin/vite')
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, NODE_ENV: 'production' }
  const { ok, output } = await run(vite, ['build', ...args], { cwd: root, env, quiet: true })
  if (!ok)
    throw new Fault(`The pages could not be built (vite build ${args.join(' ')}).\n${output}`)
}

function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder).sort()) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(name) {
  const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [name]
  return fs
    .readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
