import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPromtoolFile } from '../../alerts/outages.ts'
import { CERTIFICATE } from '../../certificate.ts'

/**
 * Follows docs/operation.md in a clean root of Debian 12 and of Debian 13, which mmdebstrap makes.
 * Needs root, Debian, the network, and the free ports 80, 443, 3001, 3002, 3900 and 5432. The root
 * has no systemd as its first process, so `INSTEAD` does the work of systemd. `TORTURE_ROOT` names
 * a root to use instead.
 */

/** A block of docs/operation.md. `step` is the heading above the block. */
type Block = { text: string; notRun: string | null; step: string }

const NAME = 'shop.example'
const PASSWORD = 'gates-of-kisumu'
const VALUES = {
  MPESA_SHORTCODE: '600123',
  MPESA_BUSINESS_NAME: "'LANGO EVENTS LTD'",
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_PASSKEY: 'x'.repeat(32),
  MPESA_NOMINATED_NUMBER: '254712345678',
  MPESA_INITIATOR_NAME: 'langoapi',
  MPESA_INITIATOR_PASSWORD: "'Initiator#1'",
  AT_USERNAME: 'lango',
  AT_API_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtps://lango:secret@mail.invalid',
  SUPPORT_EMAIL: `help@${NAME}`,
  SUPPORT_PHONE: "'0712 000 000'",
  MPESA_BASE_URL: 'https://payments.invalid',
  AT_BASE_URL: 'https://sms.invalid',
}
const LIVE = `/etc/letsencrypt/live/${NAME}`
const SELF_SIGNED = `mkdir -p ${LIVE} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${NAME} -keyout ${LIVE}/privkey.pem -out ${LIVE}/fullchain.pem`

const given = process.env.TORTURE_ROOT
let root = ''
const shop: ChildProcess[] = []

const shell = (script: string, input = ''): string => {
  const args = [root, '/usr/bin/env', '-i', ...ENV, 'bash', '-euo', 'pipefail', '-c', script]
  try {
    return execFileSync('chroot', args, { input, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${script}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`)
  }
}

const CARRIED = /^(https?_proxy|no_proxy|npm_config_registry)$/i
/**
 * A file with certificates. Set on a machine that reaches the registry through a proxy with a
 * certificate of its own.
 */
const certificates = process.env.NODE_EXTRA_CA_CERTS
const ENV = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  'LANG=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
  'LANGO_REPOSITORY=/srv/lango.bundle',
  ...(certificates
    ? ['NODE_EXTRA_CA_CERTS=/srv/machine.crt', 'npm_config_cafile=/srv/machine.crt']
    : []),
  ...Object.entries(process.env).flatMap(([name, value]) =>
    CARRIED.test(name) ? [`${name}=${value}`] : [],
  ),
]

function readBlocks(): Block[] {
  const page = readFileSync('docs/operation.md', 'utf8')
  const found = page.matchAll(/^#+ (.*)$|(?:<!-- not run: (.*) -->\n)?```sh\n([\s\S]*?)```/gm)
  let step = ''
  return [...found].flatMap(([, heading, notRun, text]) => {
    step = heading ?? step
    if (heading) return []
    // The page shows an example domain. The files of deploy/ must get the domain of this test.
    const named = text!.trim().replaceAll(/(name=|--domain |@)tickets\.example/g, `$1${NAME}`)
    return [{ text: named, notRun: notRun ?? null, step }]
  })
}

/**
 * Opens a shell in the root, as an operator does who types all blocks of a step into one shell. The
 * shell remembers variables, its folder, and the path of each program that it has run.
 */
function openShell() {
  const args = [root, '/usr/bin/env', '-i', ...ENV, 'bash', '-uo', 'pipefail']
  const child = spawn('chroot', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  const exited = once(child, 'exit')
  const lines = new EventEmitter()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      lines.emit('more')
    })
  }
  return {
    run: async (script: string) => {
      output = ''
      writeFileSync(join(root, 'tmp/block.sh'), `set -e\n${script}\nset +e\n`)
      child.stdin.write('. /tmp/block.sh </dev/null && echo BLOCK-ENDED\n')
      while (!output.includes('BLOCK-ENDED\n')) {
        const ended = await Promise.race([
          once(lines, 'more').then(() => false),
          exited.then(() => true),
        ])
        if (ended) throw new Error(`${script}\n${output.slice(-6000)}`)
      }
    },
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** Starts a unit's command as its user, with its settings, as systemd would. */
function startUnit(name: string, instance = ''): void {
  const unit = readFileSync(join(root, `etc/systemd/system/${name}.service`), 'utf8')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)![1]!
  const user = value('User')
  const command = value('ExecStart').replaceAll('%i', instance)
  const script = `set -a; . ${value('EnvironmentFile')}; set +a; cd ${value('WorkingDirectory')}
    exec setpriv --reuid ${user} --regid ${user} --init-groups ${command}`
  const args = [root, '/usr/bin/env', '-i', ...ENV, 'bash', '-c', script]
  shop.push(spawn('chroot', args, { stdio: 'ignore' }))
}

/**
 * Replacements for blocks that cannot run in this root. Each key is a text that the block contains.
 */
const INSTEAD: Record<string, () => void> = {
  'restart postgresql': () => shell('pg_ctlcluster $(ls /etc/postgresql) main restart'),
  'editor /etc/lango': () => {
    const file = join(root, 'etc/lango/lango.env')
    const lines = Object.entries(VALUES).map(([name, value]) => `${name}=${value}`)
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${lines.join('\n')}\n`)
    writeFileSync(join(root, 'etc/lango/ProductionCertificate.cer'), CERTIFICATE)
  },
  'enable --now lango.target': () => {
    startUnit('lango-worker')
    for (const port of ['3001', '3002']) startUnit('lango-web@', port)
  },
  'systemctl stop': () => {
    for (const child of shop.splice(0)) child.kill('SIGKILL')
    const count = "select count(*) from pg_stat_activity where datname = 'lango'"
    const ask = `setpriv --reuid postgres --regid postgres --init-groups psql -Atc "${count}"`
    shell(`cd /; until [ "$(${ask})" = 0 ]; do sleep 0.2; done`)
  },
  certbot: () => shell(SELF_SIGNED),
  'reload nginx': () => shell('nginx'),
}

const blocks = readBlocks()
const UPGRADE = blocks.findIndex(({ text }) => text.includes('/opt/lango-2'))

/** Types the blocks as the page shows them. All blocks of a step go into the same shell. */
async function follow(part: Block[]): Promise<void> {
  for (const blocksOfStep of Map.groupBy(part, ({ step }) => step).values()) {
    const typing = openShell()
    for (const { text, notRun } of blocksOfStep) {
      const [, instead] = Object.entries(INSTEAD).find(([word]) => text.includes(word)) ?? []
      if (notRun !== null) instead?.()
      // The command reads the password from a terminal.
      else if (text.startsWith('lango admin create')) askOnTerminal(text)
      else await typing.run(text)
      console.log(`${notRun === null ? 'run' : `not run (${notRun})`}: ${text.split('\n')[0]}`)
    }
    await typing.close()
  }
}

function askOnTerminal(text: string): void {
  for (const command of text.split('\n')) {
    const asks = command.includes('create')
    const inTerminal = `script --quiet --return --command "${command}" /dev/null`
    shell(asks ? inTerminal : command, asks ? `${PASSWORD}\n` : '')
  }
}

async function followPage(): Promise<void> {
  await follow(blocks.slice(0, UPGRADE))

  const get = (path: string) =>
    shell(
      `curl --silent --insecure --output /dev/null --write-out '%{http_code}' --resolve ${NAME}:443:127.0.0.1 https://${NAME}${path}`,
    )
  for (const path of ['/', '/api/events', '/sw/']) expect(get(path), path).toBe('200')
  expect(get('/metrics')).toBe('404')
  const token = shell('cat /etc/prometheus/lango-token')
  const metrics = `curl --silent --fail -H 'authorization: Bearer ${token}' http://127.0.0.1:3900/metrics`
  expect(shell(metrics)).toContain('lango_overdue')
  expect(
    shell('setpriv --reuid postgres --regid postgres --init-groups pgbackrest info'),
  ).toContain('status: ok')
  expect(shell('ls /var/backups/lango')).toMatch(/^database-\w+\.dump$/m)
  expect(shell('lango admin list')).toContain(`you@${NAME}`)
  const found = shell('lango doctor 2>&1 || true')
  for (const name of ['database', 'backup', 'base backup', 'WAL archive']) {
    expect(found).toMatch(new RegExp(`^ok +${name}$`, 'm'))
  }

  // Only the block that writes the name has written into the folder of the programs.
  const changed = shell('cd /opt/lango-1 && git status --porcelain').trim().split('\n')
  expect(changed.filter((line) => !/^ ?M deploy\//.test(line))).toEqual([])
  expect(shell('grep -rlF tickets.example /etc/lango /etc/nginx /etc/prometheus || true')).toBe('')

  // The user of the shop can change nothing that the shop or root runs.
  const asLango = 'setpriv --reuid lango --regid lango --init-groups'
  expect(
    shell(`cd /; ${asLango} find /opt/lango-1/ /etc/lango -writable ! -type l 2>/dev/null || true`),
  ).toBe('')
  expect(shell(`${asLango} cat /etc/lango/lango.env 2>&1 || true`)).toContain('Permission denied')
  const owners = shop.map(({ pid }) => statSync(`/proc/${pid}`).uid)
  expect(new Set(owners)).toEqual(new Set([Number(shell('id -u lango'))]))
}

async function restoreBackups(): Promise<void> {
  await follow(blocks.slice(UPGRADE))
  INSTEAD['enable --now lango.target']!()
  shell(
    'curl --fail --silent --retry 60 --retry-all-errors --retry-delay 1 http://127.0.0.1:{3001,3002,3900}/readyz',
  )
  expect(shell('lango admin list')).toContain(`you@${NAME}`)
  const held = "select value from setting where name = 'refunds_stopped'"
  const asPostgres = 'cd /; setpriv --reuid postgres --regid postgres --init-groups'
  expect(shell(`${asPostgres} psql -Atd lango -c "${held}"`).trim()).toBe('true')
}

function checkFiles(): void {
  shell('apt-get install -y --no-install-recommends systemd haproxy')
  for (const unit of ['lango-web@3001', 'lango-worker', 'lango-backup', 'lango-base-backup']) {
    const file = join('deploy/systemd', `${unit.replace('3001', '')}.service`)
    copyFileSync(file, join(root, `tmp/${unit}.service`))
    shell(`systemd-analyze security --offline=true --threshold=30 /tmp/${unit}.service`)
  }
  shell(`cat ${LIVE}/fullchain.pem ${LIVE}/privkey.pem > /etc/haproxy/${NAME}.pem`)
  shell('haproxy -c -f /opt/lango/deploy/haproxy/haproxy.cfg')
  shell('haproxy -c -f /opt/lango/deploy/haproxy/haproxy.cfg -f /etc/haproxy/postgresql.cfg')
  shell('promtool check rules /etc/prometheus/lango.rules.yml')
  writeFileSync(join(root, 'tmp/outages.json'), toPromtoolFile('/etc/prometheus/lango.rules.yml'))
  expect(shell('promtool test rules /tmp/outages.json 2>&1')).toContain('SUCCESS')
}

function rotateLog(): void {
  shell('apt-get install -y --no-install-recommends logrotate')
  shell('install -m 0644 /opt/lango/deploy/logrotate/lango /etc/logrotate.d/lango')
  shell('install -d -m 0700 -o lango -g lango /var/log/lango; echo a line > /var/log/lango/web.log')
  // The root has no systemd: a script in place of systemctl records its arguments.
  const command = '#!/bin/sh\necho "$@" >> /tmp/systemctl.log\n'
  writeFileSync(join(root, 'usr/local/bin/systemctl'), command, { mode: 0o755 })
  const said = shell('logrotate -d /etc/logrotate.d/lango 2>&1')
  expect(said).not.toMatch(/error/i)
  shell('logrotate -f /etc/logrotate.d/lango')
  rmSync(join(root, 'usr/local/bin/systemctl'))
  expect(shell('cat /var/log/lango/web.log.1')).toBe('a line\n')
  expect(shell("stat -c '%a %U %s' /var/log/lango/web.log").trim()).toBe('600 lango 0')
  expect(shell('cat /tmp/systemctl.log').trim()).toBe('kill --signal=HUP lango-web@* lango-worker')
}

describe.each(given ? ['given'] : ['bookworm', 'trixie'])('on Debian (%s)', (suite) => {
  beforeAll(() => {
    if (!existsSync('/usr/bin/mmdebstrap')) {
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'mmdebstrap'])
    }
    root = given ?? mkdtempSync(`/var/tmp/lango-${suite}-`)
    if (!given) execFileSync('mmdebstrap', ['--variant=minbase', suite, root])
    execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')])
    execFileSync('mount', ['--rbind', '--make-rslave', '/dev', join(root, 'dev')])
    // Prevents packages from starting services, because the root has no systemd.
    writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    execFileSync('git', ['bundle', 'create', '--quiet', join(root, 'srv/lango.bundle'), 'HEAD'])
    copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
    if (certificates) copyFileSync(certificates, join(root, 'srv/machine.crt'))
  }, 600_000)

  afterAll(async () => {
    const running = shop.splice(0)
    const ends = running.map((child) => new Promise((end) => child.once('exit', end)))
    for (const child of running) child.kill('SIGTERM')
    await Promise.all(ends)
    shell('nginx -s stop || true; pg_ctlcluster $(ls /etc/postgresql) main stop -m fast || true')
    execFileSync('umount', ['--recursive', '--lazy', join(root, 'dev'), join(root, 'proc')])
    if (!given) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }, 600_000)

  test(
    'every step of the operation page runs in a clean Debian root, and the shop serves',
    followPage,
    1_800_000,
  )
  test(
    'the backups are restored as the operation page says, and the shop starts and holds refunds',
    restoreBackups,
    600_000,
  )
  test('the files of deploy/ pass the checks of the programs that read them', checkFiles, 300_000)
  test(
    'logrotate renames the log of a shop that sets LOG_FILE, and signals its processes',
    rotateLog,
    300_000,
  )
})
