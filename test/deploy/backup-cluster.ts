import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeFreePorts } from '../free-ports.ts'
import { ensurePackage } from './debian.ts'
import { asPostgres } from './programs.ts'

const CLUSTER = '15/lango_rehearsal'
const [VERSION, NAME] = CLUSTER.split('/') as [string, string]
const PASSWORD = 'rehearsal'

export type BackupCluster = Awaited<ReturnType<typeof makeBackupCluster>>

/**
 * Makes a cluster of Debian's PostgreSQL with the settings of `deploy/`. pgbackrest archives the
 * cluster's WAL into a folder, unless `fillIn` changes the configuration. Needs root.
 */
export async function makeBackupCluster(fillIn = (config: string) => config) {
  ensurePackage('postgresql', '/usr/bin/pg_createcluster')
  ensurePackage('pgbackrest', '/usr/bin/pgbackrest')
  const [port = 0] = await takeFreePorts(1)
  const folder = mkdtempSync(path.join(tmpdir(), 'lango-backups-'))
  const repository = path.join(folder, 'backups')
  mkdirSync(repository)
  execFileSync('chown', ['-R', 'postgres:postgres', folder])
  drop()
  execFileSync('pg_createcluster', [VERSION, NAME, '--port', String(port)], { stdio: 'ignore' })
  const config = path.join(folder, 'pgbackrest.conf')
  const data = `/var/lib/postgresql/${CLUSTER}`
  writeFileSync(
    config,
    `${fillIn(readFileSync('deploy/pgbackrest/pgbackrest.conf', 'utf8'))
      .replace('/var/backups/pgbackrest', repository)
      .replace('/var/lib/postgresql/15/main', data)}pg1-port=${port}\n`,
  )
  const archive = readFileSync('deploy/postgresql/archive.conf', 'utf8').replace(
    'pgbackrest --stanza',
    `pgbackrest --config=${config} --stanza`,
  )
  writeFileSync(`/etc/postgresql/${CLUSTER}/conf.d/archive.conf`, archive)
  execFileSync('pg_ctlcluster', [VERSION, NAME, 'start'])
  const psql = (input: string) => asPostgres(['psql', '-p', String(port), '-qX'], input)
  psql(`\\set password ${PASSWORD}\n${readFileSync('deploy/postgresql/role.sql', 'utf8')}`)
  const backup = (...args: string[]) =>
    asPostgres(['pgbackrest', `--config=${config}`, '--stanza=lango', ...args])
  backup('stanza-create')
  return {
    url: `postgres://lango:${PASSWORD}@127.0.0.1:${port}/lango`,
    psql,
    backup,
    /** Stops the server immediately, without a clean shutdown, and deletes its files. */
    lose: () => {
      execFileSync('pg_ctlcluster', [VERSION, NAME, 'stop', '--mode', 'immediate'])
      rmSync(data, { recursive: true, force: true })
    },
    /** Runs npm run restore. Returns its output. */
    restore: (...args: string[]) => {
      const own = ['scripts/restore.mjs', '--cluster', CLUSTER, '--config', config]
      return execFileSync(process.execPath, [...own, ...args], { encoding: 'utf8', stdio: 'pipe' })
    },
    remove: () => {
      drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function drop(): void {
  const known = execFileSync('pg_lsclusters', ['-h'], { encoding: 'utf8' })
  if (known.includes(` ${NAME} `)) execFileSync('pg_dropcluster', ['--stop', VERSION, NAME])
}
