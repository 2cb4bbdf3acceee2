import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeFreePorts } from '../free-ports.ts'
import { ensurePackage } from './debian.ts'

export type StartedProxy = {
  name: string
  port: number
  pid: number
  /** True if the proxy knows that both processes are ready. */
  seesAll: () => Promise<boolean>
  /** The text of nginx's error log. HAProxy has none. */
  readErrors?: () => string
  stop: () => Promise<void>
}

/** `orders` replaces the limit of orders per second. `isPlain` leaves out TLS. */
type ProxyOptions = { orders?: number; isPlain?: boolean }

const LIMIT = 1000

/** Starts Debian's nginx with the file of `deploy/`, in front of processes of the shop. */
export async function startNginx(
  processes: readonly number[],
  { orders = LIMIT, isPlain = false }: ProxyOptions = {},
): Promise<StartedProxy> {
  const program = ensurePackage('nginx-light', '/usr/sbin/nginx')
  const folder = makeFolder()
  const [port = 0, plain = 0] = await takeFreePorts(2)
  const site = readFileSync('deploy/nginx/lango.conf', 'utf8')
    .replace(/^.*127\.0\.0\.1:3002.*\n/m, '')
    .replace(/^.*127\.0\.0\.1:3001.*$/m, (line) =>
      processes.map((process) => line.replace('3001', String(process))).join('\n'),
    )
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}${isPlain ? '' : ' ssl http2'}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace(/\/etc\/letsencrypt\/live\/tickets.example\/\w+\.pem/g, `${folder}/tls.pem`)
    .replaceAll('/var/log/nginx/error.log', `${folder}/error.log`)
    .replace(`rate=${LIMIT}r/s`, `rate=${orders}r/s`)
    .replace(`burst=${LIMIT} `, `burst=${orders} `)
  const file = path.join(folder, 'nginx.conf')
  const base = `daemon off; worker_rlimit_nofile 65536; pid ${folder}/pid; error_log ${folder}/error.log;`
  writeFileSync(file, `${base}\nevents { worker_connections 20000; }\nhttp {\n${site}\n}\n`)
  // nginx makes no health checks, so there is nothing to wait for.
  const seesAll = async () => true
  const readErrors = () => readFileSync(`${folder}/error.log`, 'utf8')
  return run({ name: 'nginx', program, args: ['-c', file], folder, port, seesAll, readErrors })
}

/** Starts Debian's HAProxy with the file of `deploy/`, in front of two processes of the shop. */
export async function startHaproxy(
  [one, two]: readonly [number, number],
  { orders = LIMIT }: ProxyOptions = {},
): Promise<StartedProxy> {
  const program = ensurePackage('haproxy', '/usr/sbin/haproxy')
  const folder = makeFolder()
  const [port = 0, plain = 0, stats = 0] = await takeFreePorts(3)
  const file = path.join(folder, 'haproxy.cfg')
  const text = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${two}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace('/etc/haproxy/tickets.example.pem', `${folder}/tls.pem`)
    .replace('maxconn 20000', 'maxconn 500')
    .replace(`ge ${LIMIT} `, `ge ${orders} `)
    .replace(/^ *log \/dev\/log.*$/m, '')
  const page = `listen stats\n    bind 127.0.0.1:${stats}\n    stats enable\n    stats uri /\n`
  writeFileSync(file, `${text}\n${page}`)
  const seesAll = async () => {
    const table = await (await fetch(`http://127.0.0.1:${stats}/;csv`)).text()
    return table.match(/^lango,web-\d+,.*,UP,/gm)?.length === 2
  }
  return run({ name: 'HAProxy', program, args: ['-f', file], folder, port, seesAll })
}

/** Makes a folder with a self-signed certificate and its key. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lango-proxy-'))
  chmodSync(folder, 0o755)
  const key = path.join(folder, 'key.pem')
  const file = path.join(folder, 'tls.pem')
  const subject = ['-subj', '/CN=tickets.example', '-days', '2']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', file]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  writeFileSync(file, `${readFileSync(file, 'utf8')}${readFileSync(key, 'utf8')}`)
  return folder
}

type Started = Omit<StartedProxy, 'pid' | 'stop'> & {
  program: string
  args: string[]
  folder: string
}

function run({ program, args, folder, ...proxy }: Started): StartedProxy {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...proxy, pid: child.pid!, stop }
}
