import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { createShopDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { CREDENTIALS } from '../torture/production-env.ts'
import { waitFor } from '../torture/wait-for.ts'
import { ensurePackage } from './debian.ts'

// Builds the container of `deploy/container` from Debian's packages only, and runs its own command
// in it. Needs root. The container is isolated by a chroot, which needs no cgroups.

const BUILD_MS = 900_000
const READY_MS = 300_000

let folder: string
let database: TestDatabase
let container: string
let command: ChildProcess | undefined

const buildah = (...args: string[]) => {
  const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')]
  return ['--storage-driver', 'vfs', ...store, ...args]
}
const runBuildah = (...args: string[]) =>
  execFileSync('/usr/bin/buildah', buildah(...args), { encoding: 'utf8', stdio: 'pipe' }).trim()

beforeAll(async () => {
  ensurePackage('mmdebstrap', '/usr/bin/mmdebstrap')
  ensurePackage('buildah', '/usr/bin/buildah')
  database = await createShopDatabase()
  folder = mkdtempSync('/var/tmp/lango-container-')
  const shop = path.join(folder, 'shop')
  execFileSync('git', ['clone', '--quiet', '.', shop])
  execFileSync('npm', ['run', 'build'], { cwd: shop, stdio: 'pipe' })
  execFileSync('deploy/container/make-root', [shop, path.join(folder, 'root.tar')], {
    stdio: 'pipe',
  })
  copyFileSync('deploy/container/Containerfile', path.join(folder, 'Containerfile'))
  const image = ['build', '--isolation', 'chroot', '--tag', 'lango:1']
  runBuildah(...image, '--file', path.join(folder, 'Containerfile'), folder)
  container = runBuildah('from', 'lango:1')
}, BUILD_MS)
afterAll(async () => {
  command?.kill('SIGTERM')
  await database?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}, BUILD_MS)

/** Runs the image's command with the settings in a file, as a container engine does. */
function startContainer(port: number): { log: () => string; ended: Promise<unknown> } {
  const settings = { ...CREDENTIALS, DATABASE_URL: database.url, ALLOW_SUPERUSER: 'yes' }
  const lines = Object.entries({ ...settings, DATA_DIR: '/var/lib/lango', ROLE: 'web' })
  const file = path.join(folder, 'lango.env')
  writeFileSync(file, lines.map(([name, value]) => `${name}='${value}'`).join('\n'), {
    mode: 0o444,
  })
  const { config } = JSON.parse(runBuildah('inspect', '--type', 'image', 'lango:1')).OCIv1
  expect(config.User).toBe('990:990')
  const env = [`PORT=${port}`, 'HOST=127.0.0.1'].flatMap((one) => ['--env', one])
  const secret = ['--volume', `${file}:/run/secrets/lango.env:ro`]
  const args = ['run', '--isolation', 'chroot', ...env, ...secret, container, '--']
  command = spawn('/usr/bin/buildah', buildah(...args, ...config.Entrypoint))
  let said = ''
  for (const stream of [command.stdout!, command.stderr!]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  return { log: () => said, ended: new Promise((resolve) => command!.once('exit', resolve)) }
}

test('the container of deploy/ serves as a user without rights, and stops when it is asked', async () => {
  const [port = 0] = await takeFreePorts(1)
  const { log, ended } = startContainer(port)
  const url = `http://127.0.0.1:${port}`
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const isReady = async () => {
    if (isOver) throw new Error(`the container ended: ${log()}`)
    return (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  }
  onTestFailed(() => console.error(log()))
  await waitFor('the container is ready', isReady, READY_MS, 250)
  expect((await fetch(`${url}/api/events`)).status).toBe(200)
  // The user owns, and can write to, only the data folder and /tmp.
  const search = 'find / -xdev -writable ! -type l 2>/dev/null || true'
  const own = ['run', '--isolation', 'chroot', container, '--', 'sh', '-c', search]
  const found = runBuildah(...own).split('\n')
  const isFree = (file: string) => /^\/(tmp|run\/lock|var\/(tmp|lib\/lango))(\/|$)/.test(file)
  expect(found.filter((file) => !isFree(file))).toEqual([])
  command!.kill('SIGTERM')
  await ended
})
