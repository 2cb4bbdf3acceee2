import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('in production a command installs nothing: it says that the folder is not prepared', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lango-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['scripts', 'package.json', 'package-lock.json']) {
    cpSync(part, join(folder, part), { recursive: true })
  }
  const before = readdirSync(folder)
  for (const command of ['admin', 'doctor', 'reconcile', 'trace']) {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(folder, `scripts/${command}.mjs`), ...(command === 'trace' ? ['K7QX2M'] : [])],
      { encoding: 'utf8', env: { PATH: process.env.PATH, LANGO_ENV: 'production' } },
    )
    expect(`${stdout}${stderr}`).toContain('is not prepared for this version: run there')
    expect(status).toBe(1)
  }
  expect(readdirSync(folder)).toEqual(before)
})

/** Runs deploy/lango-restart. Scripts that record their calls replace systemctl and curl. */
function restart(readyPorts: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lango-restart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const calls = join(folder, 'calls')
  program(
    'systemctl',
    `[ "$1" = restart ] && echo "$2" >> ${calls} && exit
     echo 'lango-web@3001.service loaded active'; echo 'lango-web@3002.service loaded active'`,
  )
  program(
    'curl',
    `case "$*" in ${readyPorts.map((port) => `*:${port}/*`).join('|')}) exit 0 ;; esac; exit 7`,
  )
  program('journalctl', 'echo "SESSION_SECRET must be set"')
  const env = { PATH: `${folder}:${process.env.PATH}`, READY_SECONDS: '1', PROXY_SECONDS: '0' }
  const { status, stderr } = spawnSync('deploy/lango-restart', { encoding: 'utf8', env })
  const restarted = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
  return { status, stderr, restarted }
}

test('lango-restart restarts each process once the one before it is ready', () => {
  const units = ['lango-web@3001.service', 'lango-web@3002.service', 'lango-worker.service']
  expect(restart(['3001', '3002', '3900'])).toEqual({ status: 0, stderr: '', restarted: units })
})

test('lango-restart ends at a process that refuses to start, with its last lines and the way back', () => {
  const { status, stderr, restarted } = restart(['3001'])
  expect(restarted).toEqual(['lango-web@3001.service', 'lango-web@3002.service'])
  expect(status).toBe(1)
  expect(stderr).toContain(
    'lango-web@3002.service is not ready. Its last lines:\nSESSION_SECRET must',
  )
  expect(stderr).toContain('To postpone the upgrade, point /opt/lango at the folder')
})
