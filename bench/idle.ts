import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { takeFreePorts } from '../test/free-ports.ts'

/**
 * After this time the start is complete: the first sweeps have run, and unused connections are
 * closed.
 */
const SETTLE_MS = 45_000
const MEASURE_MS = 60_000
/** The number of processor ticks per second, which is the same on every Linux machine. */
const TICKS_PER_S = 100

type Say = (line: string) => void
type Process = { pid: number; parent: number; ticks: number; command: string }

/**
 * Measures an idle shop, started by `npm start`: processor time and memory of its processes in a
 * minute without visitors.
 */
export async function bench(_serverUrl: string, say: Say): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lango-idle-'))
  try {
    // The first start loads the sample data and is not measured. The second start is measured.
    const first = await startShop(folder)
    await untilNoJobs(folder)
    await first.stop()
    const shop = await startShop(folder)
    await delay(SETTLE_MS)
    const before = new Map(treeOf(shop.pid).map((one) => [one.pid, one]))
    await delay(MEASURE_MS)
    const after = treeOf(shop.pid)
    say(`${cpus().length} cores, Node ${process.versions.node}; over ${MEASURE_MS / 1000} s.\n`)
    say('| Process | Of a core, % | Memory (PSS), MB |\n|---|--:|--:|')
    let [core, memory] = [0, 0]
    for (const one of after) {
      const ticks = one.ticks - (before.get(one.pid)?.ticks ?? 0)
      const share = (ticks / TICKS_PER_S / MEASURE_MS) * 1000 * 100
      const bytes = pssOf(one.pid)
      core += share
      memory += bytes
      say(`| ${one.command} | ${share.toFixed(2)} | ${(bytes / 1e6).toFixed(0)} |`)
    }
    say(`| **all** | **${core.toFixed(2)}** | **${(memory / 1e6).toFixed(0)}** |`)
    await shop.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until no jobs are left. Encoding the sample's pictures takes minutes. */
async function untilNoJobs(folder: string): Promise<void> {
  const { port, shopPassword } = JSON.parse(
    readFileSync(join(folder, 'postgres/server.json'), 'utf8'),
  )
  const client = new pg.Client(`postgres://lango_shop:${shopPassword}@127.0.0.1:${port}/lango`)
  await client.connect()
  const count = async () => Number((await client.query('select count(*) from job')).rows[0].count)
  while ((await count()) > 0) await delay(1000)
  await client.end()
}

async function startShop(folder: string) {
  const ports = await takeFreePorts(3)
  const [PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT] = ports.map(String)
  const { NODE_ENV: _own, ...rest } = process.env
  const env = { ...rest, DATA_DIR: folder, PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT }
  const shop = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 2] })
  const ended = new Promise((resolve) => shop.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    shop.stdout!.on('data', (said) => String(said).includes('Ctrl-C stops it') && resolve())
    shop.once('exit', () => reject(new Error('the shop did not start')))
  })
  const stop = async () => {
    shop.kill('SIGINT')
    await ended
  }
  return { pid: shop.pid!, stop }
}

/** A process and all its descendants, read from /proc. */
function treeOf(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const found = all.filter(({ pid }) => pid === root)
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid))
  return found
}

function readProcess(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
    const command = words.replace(/\S*\/(node|postgres)\b/, '$1').replace(/ -[Dc] .*/, '')
    return [
      {
        pid: Number(pid),
        parent: Number(fields[1]),
        ticks: Number(fields[11]) + Number(fields[12]),
        command: command.replace(/ \d.*/, ''),
      },
    ]
  } catch {
    // The process ended in the meantime.
    return []
  }
}

/**
 * The process's own memory plus its part of the memory that it shares with other processes (PSS).
 */
function pssOf(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Number(found?.[1] ?? 0) * 1024
}
