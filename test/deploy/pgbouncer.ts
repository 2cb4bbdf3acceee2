import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeFreePorts } from '../free-ports.ts'
import { waitFor } from '../torture/wait-for.ts'
import { ensurePackage } from './debian.ts'

export type Pooler = { url: string; stop: () => Promise<void> }

/**
 * Starts Debian's PgBouncer in front of a database. `lines` are additional lines of its settings
 * file.
 */
export async function startPgBouncer(databaseUrl: string, lines: string[]): Promise<Pooler> {
  const program = ensurePackage('pgbouncer', '/usr/sbin/pgbouncer')
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const [own = 0] = await takeFreePorts(1)
  const folder = mkdtempSync(path.join(tmpdir(), 'lango-pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)}`
  writeFileSync(
    file,
    [
      '[databases]',
      `lango = ${target} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      'max_client_conn = 200',
      ...lines,
    ].join('\n'),
    { mode: 0o644 },
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, ['-q', ...user, file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://${username}@127.0.0.1:${own}/lango`
  await waitFor('PgBouncer accepts connections', () => isUp(own, child))
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isUp(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error('PgBouncer ended')
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
