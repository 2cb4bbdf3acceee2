import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeFreePorts } from '../free-ports.ts'
import { waitFor } from '../torture/wait-for.ts'
import { type DatabaseNode, type Member, makeNode, readDeployed } from './database-node.ts'
import { ensurePackage } from './debian.ts'
import { asPostgres, type Program, startProgram } from './programs.ts'

const PASSWORD = 'rehearsal'
const LIMIT_MS = 180_000

export type DatabaseCluster = Awaited<ReturnType<typeof startDatabaseCluster>>

/**
 * Starts three PostgreSQL servers under Patroni, with etcd, HAProxy and PgBouncer, and creates the
 * shop's role and database. All programs are Debian's packages and use the files of `deploy/`.
 * Needs root.
 */
export async function startDatabaseCluster() {
  ensurePackage('postgresql', '/usr/bin/pg_createcluster')
  ensurePackage('etcd-server', '/usr/bin/etcd')
  ensurePackage('patroni', '/usr/bin/patroni')
  const folder = mkdtempSync(path.join(tmpdir(), 'lango-cluster-'))
  chmodSync(folder, 0o755)
  const nodes = [1, 2, 3].map((number) => makeNode(number, folder))
  const kill = () => {
    for (const node of nodes) node.killDatabase()
  }
  process.once('exit', kill)
  const programs: Program[] = []
  for (const node of nodes) node.startEtcd()
  for (const node of nodes) node.startPatroni()
  const primary = () => findPrimary(nodes)
  const whole = () =>
    waitFor('the cluster is whole', async () => isWhole(await nodes[0]!.members()), LIMIT_MS, 250)
  await whole()
  const psql = async (input: string, ...args: string[]) => {
    const node = await waitFor('there is a primary', primary)
    return asPostgres(['psql', '-h', node.folder, '-p', '5432', '-qX', ...args], input)
  }
  await psql(`\\set password ${PASSWORD}\n${readFileSync('deploy/postgresql/role.sql', 'utf8')}`)
  const [direct = 0, replica = 0, pooled = 0] = await takeFreePorts(3)
  programs.push(await startHaproxy(folder, { direct, replica }))
  const secret = 'select format(\'"%s" "%s"\', rolname, rolpassword) from pg_authid'
  const users = await psql(`${secret} where rolname = 'lango'`, '-At')
  programs.push(await startPooler(folder, { users, direct, replica, pooled }))
  return {
    nodes,
    primary,
    whole,
    psql,
    /** HAProxy's address that leads to the primary. */
    url: `postgres://lango:${PASSWORD}@127.0.0.1:${direct}/lango`,
    /** The address of PgBouncer. */
    pooledUrl: `postgres://lango:${PASSWORD}@127.0.0.1:${pooled}/lango`,
    /** PgBouncer's address that leads to a replica. */
    readUrl: `postgres://lango:${PASSWORD}@127.0.0.1:${pooled}/lango_read`,
    readLogs: () =>
      nodes.map((node) => readFileSync(path.join(node.folder, 'patroni.log'), 'utf8')).join('\n'),
    stop: async () => {
      for (const program of programs) await program.end()
      for (const node of nodes) await node.stop()
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function findPrimary(nodes: DatabaseNode[]): Promise<DatabaseNode | undefined> {
  const found = await Promise.all(nodes.map((node) => node.isPrimary()))
  return nodes.find((_, index) => found[index])
}

/** Whether all three members run on the same timeline, and one of them is a synchronous standby. */
function isWhole(members: Member[]): boolean {
  const [timeline, ...others] = new Set(members.map((member) => member.timeline))
  const roles = members.map(({ role }) => role).toSorted()
  return (
    roles.join() === 'leader,replica,sync_standby' &&
    members.every(({ state }) => /^(running|streaming)$/.test(state)) &&
    timeline !== undefined &&
    others.length === 0
  )
}

/**
 * Starts HAProxy and waits until it knows the primary. Right after its start, HAProxy treats all
 * three servers as the primary.
 */
async function startHaproxy(
  folder: string,
  { direct, replica }: { direct: number; replica: number },
): Promise<Program> {
  const program = ensurePackage('haproxy', '/usr/sbin/haproxy')
  const file = path.join(folder, 'haproxy.cfg')
  const [stats = 0] = await takeFreePorts(1)
  const text = readDeployed('haproxy/postgresql.cfg')
    .replace('maxconn 20000', 'maxconn 500')
    .replace(':5432\n', `:${direct}\n`)
    .replace(':5434\n', `:${replica}\n`)
  const page = `    mode http\n    bind 127.0.0.1:${stats}\n    stats enable\n    stats uri /\n`
  writeFileSync(file, `${text}\nlisten stats\n${page}`)
  const log = path.join(folder, 'haproxy.log')
  const started = await listening(stats, [program, '-db', '-f', file], log)
  await waitFor('HAProxy knows the primary', async () => {
    const table = await (await fetch(`http://127.0.0.1:${stats}/;csv`)).text()
    return table.match(/^lango-primary,db\d,.*,UP,/gm)?.length === 1
  })
  return started
}

type Pooled = { users: string; direct: number; replica: number; pooled: number }

async function startPooler(
  folder: string,
  { users, direct, replica, pooled }: Pooled,
): Promise<Program> {
  const program = ensurePackage('pgbouncer', '/usr/sbin/pgbouncer')
  const [file, list] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'userlist.txt')]
  const text = readDeployed('pgbouncer/pgbouncer.ini')
    .replace('port=5432', `port=${direct}`)
    .replace('port=5434', `port=${replica}`)
    .replace('6432\n', `${pooled}\n`)
    .replace('/etc/pgbouncer/userlist.txt', list)
  writeFileSync(file, text)
  writeFileSync(list, users, { mode: 0o600 })
  execFileSync('chown', ['postgres:postgres', file, list])
  return await listening(pooled, [program, file], path.join(folder, 'pgbouncer.log'))
}

async function listening(port: number, command: string[], log: string): Promise<Program> {
  const program = startProgram({ command, log })
  await waitFor(`${command[0]} listens`, () => accepts(port))
  return program
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
