import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '../src/env.ts'
import { SESSION_SETTINGS } from '../src/platform/database/db.ts'
import { CERTIFICATE } from './certificate.ts'

// The files of deploy/ and docs/operation.md name settings, ports and metrics of the shop.
// `npm run torture -- deploy` starts a shop with these files.

const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

const template = read('deploy/lango.env')
const rules = read('deploy/prometheus/lango.rules.yml')
const page = read('docs/operation.md')
const units = globSync('deploy/systemd/*.service').map((file) => ({ file, text: read(file) }))

test('every setting that deploy/ and the operation page name is in .env.example', () => {
  const known = all(read('.env.example'), /^#?([A-Z0-9_]+)=/gm)
  const given = all(template, /^([A-Z0-9_]+)=/gm)
  const byUnits = units.flatMap(({ text }) => all(text, /\b([A-Z][A-Z0-9_]+)=/g))
  const shown = all(page, /`([A-Z0-9]+_[A-Z0-9_]+)(?:=[^`]*)?`/g)
  const own = ['ETCD_INITIAL_CLUSTER_STATE', 'LANGO_REPOSITORY']
  const unknown = [...given, ...byUnits, ...shown].filter((name) => !known.includes(name))
  expect(sorted(unknown)).toEqual(own)
})

test('the template of the settings leaves out what the units give', () => {
  expect(all(template, /^(ROLE|PORT|HOST)=/gm)).toEqual([])
})

test('the template, filled in, is a complete production configuration', () => {
  const values: Record<string, string> = {
    MPESA_SECURITY_CERTIFICATE: CERTIFICATE,
    SMTP_URL: 'smtps://user:password@mail.invalid',
    SUPPORT_EMAIL: 'help@tickets.example',
  }
  const settings = [...template.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, text]) => {
    const value = text!.replace(/^'(.*)'$/, '$1')
    const isOptional = name === 'AT_SENDER_ID'
    return [name!, values[name!] ?? (value || (isOptional ? '' : 'x'.repeat(32)))]
  })
  expect(readEnv(Object.fromEntries(settings))).toMatchObject({
    production: true,
    trustProxy: true,
  })
})

test('every alert has a heading on the operation page, and every heading an alert', () => {
  const headings = page.slice(page.indexOf('\n## Alerts'), page.indexOf('\n## Incidents'))
  const alerts = all(rules, /- alert: (\w+)/g)
  expect(alerts.length).toBeGreaterThan(15)
  expect(sorted(all(headings, /^### (\w+)$/gm))).toEqual(sorted(alerts))
  const runbooks = all(rules, /runbook: docs\/operation\.md#(\w+)/g)
  expect(runbooks).toEqual(alerts.map((name) => name.toLowerCase()))
})

test('every metric of an alert exists, and every kind of overdue work has an alert', () => {
  const declared = [
    ...globSync('src/**/declarations.ts'),
    'src/platform/metrics.ts',
    'src/platform/database/database-clock.ts',
    'src/operation/operation-metrics.ts',
    'src/platform/http/request-times.ts',
    'src/platform/http/service.routes.ts',
  ]
    .map(read)
    .join()
  const counters = all(declared, /counter\(\s*'(\w+)'/g).map((name) => `lango_${name}_total`)
  const gauges = all(declared, /gauge\(\s*'(\w+)'/g).map((name) => `lango_${name}`)
  const single = all(declared, /(?:name:|name =|NAME =) '(lango_\w+)'/g)
  const used = sorted(all(rules, /\b(lango_\w+?)(?:_count)?\b/g))
  expect(used.filter((name) => ![...counters, ...gauges, ...single].includes(name))).toEqual([])
  const counted = /`lango_overdue_oldest_seconds`, by `what`: ([^.]*)\./.exec(
    read('ARCHITECTURE.md'),
  )
  const kinds = all(counted![1]!, /`(\w+)`/g)
  expect(sorted(all(rules, /lango_overdue\{what="(\w+)"\}/g))).toEqual(sorted(kinds))
})

test('nginx logs no request, because addresses hold secrets', () => {
  const servers = read('deploy/nginx/lango.conf')
    .split(/^server \{/m)
    .slice(1)
  expect(servers.length).toBe(2)
  for (const server of servers) {
    expect(server).toMatch(/^ {4}access_log off;$/m)
    expect(server).toMatch(/^ {4}error_log \S+ emerg;$/m)
  }
})

test('the role gets the settings that a pooler may drop', () => {
  const role = read('deploy/postgresql/role.sql')
  for (const [name, value] of Object.entries(SESSION_SETTINGS)) {
    for (const owner of ['lango', 'lango_b']) {
      const statement = `alter role ${owner} set ${name} to '${value}';`
      expect(role.toLowerCase()).toContain(statement.toLowerCase())
    }
  }
})

test('the proxies and Prometheus call the processes that the operation page starts', () => {
  const started = sorted(all(page, /lango-web@(300[12])/g))
  const ports = (file: string) => sorted(all(read(file), /127\.0\.0\.1:(3\d{3})/g))
  expect(ports('deploy/nginx/lango.conf')).toEqual(started)
  expect(ports('deploy/haproxy/haproxy.cfg')).toEqual(started)
  const worker = all(units.find(({ file }) => file.includes('worker'))!.text, /PORT=(\d+)/g)
  expect(ports('deploy/prometheus/prometheus.yml')).toEqual([...started, ...worker])
})

test('Prometheus and its programs listen on this machine only, at the ports that call each other', () => {
  const folder = 'deploy/prometheus/default'
  const listening = globSync(`${folder}/*`).map((file) => {
    const [port] = all(read(file), /^ARGS="--web\.listen-address=127\.0\.0\.1:(\d+)/gm)
    return [file.slice(folder.length + 1), port]
  })
  expect(Object.fromEntries(listening)).toEqual({
    prometheus: '9090',
    'prometheus-alertmanager': '9093',
    'prometheus-node-exporter': '9100',
  })
  const called = all(read('deploy/prometheus/prometheus.yml'), /"127\.0\.0\.1:(9\d{3})"/g)
  expect(called).toEqual(['9093', '9100'])
  expect(template).toContain('ALERTMANAGER_URL=http://127.0.0.1:9093')
})

test('the firewall lets in SSH and the ports of the proxies, and nothing else', () => {
  const [ports] = all(read('deploy/nftables/nftables.conf'), /tcp dport \{ (.*) \} accept/g)
  const proxy = all(read('deploy/nginx/lango.conf'), /listen (\d+)/g)
  expect(ports!.split(', ').sort()).toEqual(sorted(['22', ...proxy]))
  expect(read('deploy/nftables/nftables.conf')).toContain('policy drop;')
})

test('every file of deploy/ that the operation page or a unit names exists', () => {
  const texts = [page, ...units.map(({ text }) => text)]
  const named = texts.flatMap((text) => all(text, /\/opt\/lango\/(deploy\/[\w./@-]*\w)/g))
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((file) => !existsSync(file) && globSync(`${file}*`).length === 0)).toEqual([])
})

test('no unit runs as root', () => {
  for (const { file, text } of units) {
    // Only PostgreSQL's user can read PostgreSQL's files.
    const user = file.includes('base-backup') ? 'postgres' : 'lango'
    expect(all(text, /^User=(.*)$/gm), file).toEqual([user])
  }
})

test('WAL is archived to the stanza that is backed up and restored, from the folder of PostgreSQL', () => {
  const pgbackrest = read('deploy/pgbackrest/pgbackrest.conf')
  const stanzas = all(pgbackrest, /^\[(?!global)(.+)\]$/gm)
  expect(stanzas).toEqual(['lango'])
  const named = [
    read('deploy/postgresql/archive.conf'),
    read('deploy/systemd/lango-base-backup.service'),
    page,
  ].flatMap((text) => all(text, /--stanza=(\w+)/g))
  expect(sorted(named)).toEqual(stanzas)
  expect(read('scripts/restore.mjs')).toContain("default: 'lango'")
  expect(all(pgbackrest, /^pg1-path=(.*)$/gm)).toEqual(['/var/lib/postgresql/15/main'])
  // The folder of the backups: docs/operation.md must create it, and the unit must be allowed to
  // write to it.
  const [folder] = all(pgbackrest, /^repo1-path=(.*)$/gm)
  expect(page).toContain(`-o postgres -g postgres ${folder}`)
  expect(read('deploy/systemd/lango-base-backup.service')).toContain(`ReadWritePaths=${folder} `)
})

test('PgBouncer stays below the connections of PostgreSQL, and pools as DATABASE_PREPARE=no needs', () => {
  const pooler = read('deploy/pgbouncer/pgbouncer.ini')
  const numberOf = (text: string, name: string) =>
    Number(all(text, new RegExp(`^${name} = (\\d+)$`, 'gm'))[0])
  const limit = numberOf(read('deploy/postgresql/lango.conf'), 'max_connections')
  expect(numberOf(pooler, 'default_pool_size')).toBeLessThan(limit)
  expect(all(pooler, /^pool_mode = (\w+)$/gm)).toEqual(['transaction'])
  expect(all(pooler, /^ignore_startup_parameters = (.*)$/gm)).toEqual([
    'extra_float_digits,options',
  ])
})

test('Patroni gives PostgreSQL the values of lango.conf', () => {
  const cluster = read('deploy/patroni/config.yml')
  const settings = read('deploy/postgresql/lango.conf').matchAll(/^(\w+) = (.*)$/gm)
  const missing = [...settings].filter(
    ([, name, value]) => !new RegExp(`^ +${name}: ["']?${value}["']?$`, 'm').test(cluster),
  )
  expect(missing.map(([line]) => line)).toEqual([])
})

test('etcd, Patroni and HAProxy name the same three machines', () => {
  const machines = (file: string) => sorted(all(read(file), /\b(10\.0\.0\.\d+)[:\b]/g))
  const three = ['10.0.0.1', '10.0.0.2', '10.0.0.3']
  for (const file of ['etcd/etcd', 'patroni/config.yml', 'haproxy/postgresql.cfg']) {
    expect(machines(`deploy/${file}`), file).toEqual(three)
  }
})

test('logrotate rotates the log of .env.example, and has the units of deploy/ open it again', () => {
  const rotation = read('deploy/logrotate/lango')
  const [file] = all(read('.env.example'), /^#LOG_FILE=(.*)$/gm)
  expect(rotation).toContain(`${file!.replace(/\w+\.log$/, '*.log')} {`)
  const names = units.map(({ file: unit }) => unit.replace(/^.*\/(.*)\.service$/, '$1'))
  const signalled = all(rotation, /kill --signal=HUP (.*)$/gm)[0]!
    .replace(/['*]/g, '')
    .split(' ')
  expect(signalled.filter((name) => !names.includes(name))).toEqual([])
})
