import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Program, startProgram } from './programs.ts'

/** The address that replaces 10.0.0.`number` of `deploy/`. It reaches this machine only. */
const addressOf = (number: number) => `127.0.33.${number}`

/** Reads a file of `deploy/`, with all its addresses replaced by addresses of this machine. */
export function readDeployed(file: string): string {
  return readFileSync(path.join('deploy', file), 'utf8')
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replace(/10\.0\.0\.(\d)/g, (_, number) => addressOf(Number(number)))
    .replace(/(RESTAPI|REPLICATION|REWIND)_PASSWORD/g, 'rehearsal')
}

export type Member = { name: string; role: string; state: string; timeline?: number; lag?: number }

export type DatabaseNode = ReturnType<typeof makeNode>

/**
 * A database machine: etcd, and Patroni with its PostgreSQL. Each machine has a separate address.
 */
export function makeNode(number: number, base: string) {
  const name = `db${number}`
  const address = addressOf(number)
  const folder = path.join(base, name)
  const data = path.join(folder, 'data')
  mkdirSync(folder)
  const fill = (file: string) =>
    readDeployed(file).replaceAll('THIS_NAME', name).replaceAll('THIS_ADDRESS', address)
  const config = path.join(folder, 'patroni.yml')
  const text = fill('patroni/config.yml')
    .replace('/var/lib/postgresql/15/lango', data)
    .replace('/var/lib/postgresql/patroni.pgpass', path.join(folder, 'pgpass'))
    .replace('/var/run/postgresql', folder)
  writeFileSync(config, text)
  execFileSync('chown', ['-R', 'postgres:postgres', folder])
  const lines = fill('etcd/etcd').replace('/var/lib/etcd/lango', path.join(folder, 'etcd'))
  const env = Object.fromEntries([...lines.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map((m) => m.slice(1)))
  let etcd: Program | undefined
  let patroni: Program | undefined
  const signalDatabase = (signal: NodeJS.Signals) => {
    for (const pid of serversIn(data)) endQuietly(pid, signal)
  }
  return {
    name,
    folder,
    startEtcd: () => {
      etcd = startProgram({ command: ['/usr/bin/etcd'], env, log: path.join(folder, 'etcd.log') })
    },
    startPatroni: () => {
      const command = ['/usr/bin/patroni', config]
      patroni = startProgram({ command, log: path.join(folder, 'patroni.log') })
    },
    /** Kills Patroni and PostgreSQL, as a power failure does. */
    kill: async () => {
      const ended = patroni?.end()
      signalDatabase('SIGKILL')
      await ended
    },
    /** Kills PostgreSQL, but not Patroni. */
    killDatabase: () => signalDatabase('SIGKILL'),
    freeze: () => {
      patroni?.signal('SIGSTOP')
      signalDatabase('SIGSTOP')
    },
    thaw: () => {
      signalDatabase('SIGCONT')
      patroni?.signal('SIGCONT')
    },
    freezeEtcd: () => etcd?.signal('SIGSTOP'),
    thawEtcd: () => etcd?.signal('SIGCONT'),
    stop: async () => {
      await patroni?.end()
      signalDatabase('SIGKILL')
      await etcd?.end()
    },
    ...makeQuestions(`http://${address}:8008`),
  }
}

const ANSWER_MS = 2000

/** Makes requests to Patroni, at the address that HAProxy calls. */
function makeQuestions(origin: string) {
  const ask = (path: string) =>
    fetch(origin + path, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  return {
    /**
     * The members of the cluster, as this machine sees them. Empty if the machine does not respond.
     */
    members: async (): Promise<Member[]> => {
      const reply = await ask('/cluster')
      return reply?.ok ? ((await reply.json()) as { members: Member[] }).members : []
    },
    /** Whether HAProxy sends connections for the primary to this machine. */
    isPrimary: async () => (await ask('/primary'))?.status === 200,
  }
}

/**
 * Returns the ids of the PostgreSQL processes whose working directory is this folder. The
 * postmaster comes first.
 */
function serversIn(data: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .filter((pid) => folderOf(pid) === data)
    .map(Number)
    .toSorted((a, b) => a - b)
}

function folderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function endQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: the process has ended, because it saw the end of the postmaster.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
