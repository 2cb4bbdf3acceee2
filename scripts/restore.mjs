// npm run restore -- --to "2026-12-01 20:15": restores this machine's database from pgbackrest's
// backups to its state at that time in Nairobi; without --to, to the newest state. The current
// database is kept in another folder. With --mark it restores nothing, and only makes the shop
// notice that its database was restored in another way, such as from a snapshot of the disk. --mark
// reaches every database of a shop: the one of DATABASE_URL, the embedded one, or Debian's cluster.
// Everything else needs root, Debian's PostgreSQL and pgbackrest (docs/operation.md). The role of
// DATABASE_URL in --settings gets its password again, because the backup may be older than the
// password.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dataPath, loadDotEnv } from './bootstrap.mjs'
import { onDatabase, prepareCommand } from './on-database.mjs'
import { Fault, runMain, say } from './run.mjs'

const USAGE = `npm run restore -- [--to "2026-12-01 20:15"] [--cluster 15/main] [--stanza lango] [--config FILE] [--settings FILE]
npm run restore -- --mark [--cluster 15/main]
--to is a time in Nairobi. Without it the newest state is restored.
--mark without --cluster marks the database of DATABASE_URL, or the embedded one if there is one.`

const MARK = `insert into setting (name, value)
  values ('database_seen', '{"database": "restored", "timeline": ""}')
  on conflict (name) do update set value = setting.value || '{"database": "restored"}'
  returning (set_at at time zone 'Africa/Nairobi')::text as seen`

await runMain(async () => {
  const { to, cluster, stanza, config, settings, mark } = readArguments()
  if (mark && cluster === undefined && isShopsOwn()) return await markShopsOwn()
  if (process.getuid?.() !== 0) throw new Fault('Only root can restore the database.')
  const place = findCluster(cluster)
  const { version, name } = place
  refuseRunningShop(place)
  if (mark) return markRestored(place)
  try {
    execFileSync('pg_ctlcluster', [version, name, 'stop', '--mode', 'fast'], { stdio: 'pipe' })
  } catch {
    // The cluster was not running.
  }
  const kept = makeRoom(place.folder)
  if (kept) say(`The database that was here is kept in ${kept}. Delete it once you are sure.`)
  say(`Restoring ${to ? `the state of ${to}` : 'the newest state'} into ${place.folder}`)
  const target = to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : []
  const options = [
    `--config=${config}`,
    `--stanza=${stanza}`,
    `--pg1-path=${place.folder}`,
    ...target,
  ]
  asPostgres('the backup was not restored', 'pgbackrest', [...options, 'restore'])
  await start(place)
  admitRole(place, settings)
  markRestored(place)
  say('Restored. Start the shop, and go to the work list: refunds wait there for you.')
})

function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = {
    to: text,
    mark: /** @type {const} */ ({ type: 'boolean', default: false }),
    cluster: text,
    stanza: { ...text, default: 'lango' },
    config: { ...text, default: '/etc/pgbackrest.conf' },
    settings: { ...text, default: '/etc/lango/lango.env' },
  }
  const { values } = readOptions(options)
  if (values.cluster !== undefined && !/^\d+\/\w+$/.test(values.cluster)) throw new Fault(USAGE)
  return { ...values, to: values.to === undefined ? null : readTime(values.to) }
}

function readOptions(options) {
  try {
    return parseArgs({ options })
  } catch (error) {
    throw new Fault(`${/** @type {Error} */ (error).message}\n\n${USAGE}`)
  }
}

/**
 * Returns the time as PostgreSQL reads it, with the offset of Nairobi; without the offset
 * PostgreSQL would assume its own time zone. Throws a Fault if the text is not a time, or is in the
 * future.
 */
function readTime(text) {
  const [, day, time, seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?$/.exec(text) ?? []
  const at = Date.parse(`${day}T${time}${seconds}+03:00`)
  if (Number.isNaN(at)) throw new Fault(`--to is no time: ${text}\n\n${USAGE}`)
  if (at > Date.now()) throw new Fault(`--to is in the future: ${text}`)
  return `${day} ${time}${seconds}+03`
}

/** Finds a cluster such as '15/main'. Without a name it finds the only cluster of this machine. */
function findCluster(wanted) {
  const lines = execFileSync('pg_lsclusters', ['-h'], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.filter(Boolean).map((line) => {
    const [version, name, port, , , folder] = line.split(/\s+/)
    return { version, name, port, folder }
  })
  const found = all.filter(({ version, name }) => !wanted || wanted === `${version}/${name}`)
  if (found.length === 1) return found[0]
  const names = all.map(({ version, name }) => `${version}/${name}`).join(', ') || 'none'
  throw new Fault(`--cluster must name one of the clusters of this machine: ${names}`)
}

/**
 * Throws a fault if a process of the shop is connected. That process would reconnect after the
 * restore and continue before an admin has checked the restored state.
 */
function refuseRunningShop({ port }) {
  const count =
    "select count(*) from pg_stat_activity where backend_type = 'client backend' and usename <> 'postgres'"
  let sessions = '0'
  try {
    sessions = query(port, count)
  } catch {
    // The cluster is not running, so no process is connected.
  }
  refuseSessions(Number(sessions))
}

function refuseSessions(count) {
  if (count > 0) throw new Fault(`Stop the shop first: its database has ${count} sessions.`)
}

/**
 * Makes `folder` an empty folder of the user postgres. If `folder` has content, renames it first.
 * Returns the new name of the renamed folder, or null if no folder was renamed.
 */
function makeRoom(folder) {
  const isEmpty = !fs.existsSync(folder) || fs.readdirSync(folder).length === 0
  const kept = `${folder}.before-${new Date().toISOString().replace(/[:.]/g, '')}`
  if (!isEmpty) fs.renameSync(folder, kept)
  execFileSync('install', ['-d', '-m', '0700', '-o', 'postgres', '-g', 'postgres', folder])
  return isEmpty ? null : kept
}

async function start({ port, version, name }) {
  try {
    execFileSync('pg_ctlcluster', [version, name, 'start'], { stdio: 'pipe' })
    while (query(port, 'select pg_is_in_recovery()') !== 'f') await delay(500)
  } catch {
    const log = `/var/log/postgresql/postgresql-${version}-${name}.log`
    const lines = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n').slice(-14) : []
    const hint = lines.some((line) => line.includes('before configured recovery target'))
      ? '\nThe backups end before that time: leave --to out for the newest state.'
      : ''
    throw new Fault(`The restored database did not start.\n${lines.join('\n')}${hint}`)
  }
}

/**
 * Sets the password of the role of DATABASE_URL, and its right to sign in, because the restore
 * brought back the roles of the backup. Does nothing if the settings file does not exist.
 */
function admitRole({ port }, settings) {
  const text = fs.existsSync(settings) ? fs.readFileSync(settings, 'utf8') : ''
  const [, , address] = /^DATABASE_URL=(['"]?)(.*)\1$/m.exec(text) ?? []
  if (!address) return
  const { username, password } = new URL(address)
  const [role, secret] = [username, password].map((one) => decodeURIComponent(one))
  // Passes the statement on standard input, so that no list of processes shows the password.
  const set = (name, value) => `\\set ${name} '${value.replace(/[\\']/g, '\\$&')}'\n`
  const statement = `${set('role', role)}${set('secret', secret)}alter role :"role" login password :'secret';`
  asPostgres(
    `the role ${role} of ${settings} could not be let in. See *Rotation of secrets* in docs/operation.md`,
    'psql',
    ['-p', port, '-qX', '-v', 'ON_ERROR_STOP=1'],
    statement,
  )
}

/**
 * Makes the next start of the shop notice the restore, even if the restore lost only a little data
 * (src/operation/restore).
 */
function markRestored({ port }) {
  saySeen(query(port, MARK, 'lango').split('\n')[0])
}

function saySeen(seen) {
  if (seen) say(`The shop last saw this database at ${seen} in Nairobi.`)
}

/** Whether the settings name a database, or the data folder holds the embedded one. */
function isShopsOwn() {
  loadDotEnv()
  if (process.env.DATABASE_URL) return true
  return fs.existsSync(path.join(dataPath(), 'postgres', 'server.json'))
}

/** Marks the database that a start of the shop would use. */
async function markShopsOwn() {
  await prepareCommand()
  const { default: pg } = await import('pg')
  await onDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { rows: others } = await client.query(`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      refuseSessions(others.length)
      const { rows } = await client.query(MARK)
      saySeen(rows[0].seen)
    } finally {
      await client.end()
    }
  })
}

function query(port, statement, database = 'postgres') {
  const options = ['-p', port, '-d', database, '-AtqX', '-v', 'ON_ERROR_STOP=1', '-c', statement]
  return asPostgres('the database does not respond', 'psql', options).trim()
}

function asPostgres(fault, program, args, input = '') {
  const become = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups', program, ...args]
  try {
    return execFileSync('setpriv', become, { encoding: 'utf8', cwd: '/', stdio: 'pipe', input })
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
    throw new Fault(`${fault}: ${stdout}${stderr}`.trim())
  }
}
