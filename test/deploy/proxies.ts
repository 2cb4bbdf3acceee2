import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeFreePorts } from '../free-ports.ts'
import { ensurePackage } from './debian.ts'

export type StartedProxy = { name: string; port: number; stop: () => Promise<void> }

/** Starts Debian's nginx with the file of `deploy/`, in front of two processes of the shop. */
export async function startNginx([one, two]: readonly [number, number]): Promise<StartedProxy> {
  const program = ensurePackage('nginx-light', '/usr/sbin/nginx')
  const folder = makeFolder()
  const [port = 0, plain = 0] = await takeFreePorts(2)
  const site = readFileSync('deploy/nginx/lango.conf', 'utf8')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${two}`)
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace(/\/etc\/letsencrypt\/live\/tickets.example\/\w+\.pem/g, `${folder}/tls.pem`)
  const file = path.join(folder, 'nginx.conf')
  const base = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`
  writeFileSync(file, `${base}\nevents { worker_connections 1024; }\nhttp {\n${site}\n}\n`)
  return run({ name: 'nginx', program, args: ['-c', file], folder, port })
}

/** Starts Debian's HAProxy with the file of `deploy/`, in front of two processes of the shop. */
export async function startHaproxy([one, two]: readonly [number, number]): Promise<StartedProxy> {
  const program = ensurePackage('haproxy', '/usr/sbin/haproxy')
  const folder = makeFolder()
  const [port = 0, plain = 0] = await takeFreePorts(2)
  const file = path.join(folder, 'haproxy.cfg')
  const text = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${one}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${two}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace('/etc/haproxy/tickets.example.pem', `${folder}/tls.pem`)
    .replace('maxconn 20000', 'maxconn 500')
    .replace(/^ *log \/dev\/log.*$/m, '')
  writeFileSync(file, text)
  return run({ name: 'HAProxy', program, args: ['-f', file], folder, port })
}

/** Makes a folder with a certificate that signs itself, and its key. */
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

type Started = { name: string; program: string; args: string[]; folder: string; port: number }

function run({ name, program, args, folder, port }: Started): StartedProxy {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { name, port, stop }
}
