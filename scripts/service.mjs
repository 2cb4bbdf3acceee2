// A long-running child process: the app or the sandbox.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { endGroup, Fault, say } from './run.mjs'

const READY_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 20_000
const MAX_LOG_BYTES = 20 * 1024 * 1024
/** The cache of compiled sources, by content. It makes a start a third faster. */
export const COMPILE_CACHE = path.join(root, 'node_modules/.cache/node-compile')

/**
 * @param {{ name: string, script: string, env: NodeJS.ProcessEnv, logFile: string | undefined, graceMs?: number }} options
 */
export function startService({ name, script, env, logFile, graceMs = 0 }) {
  const log = logFile ? openLog(logFile) : undefined
  const out = log?.fd ?? 'inherit'
  // The child ends when this channel closes. Its process group is separate, so that Ctrl-C in the
  // terminal does not reach it: this process decides the order of stopping.
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    detached: true,
    stdio: ['ignore', out, out, 'ipc'],
  })
  if (log) fs.closeSync(log.fd)
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`))
  })
  return {
    name,
    exited,
    ready: waitUntilReady(child, name, exited, log),
    stop: () => stop(child, exited, graceMs + STOP_LIMIT_MS),
    kill: () => endGroup(child, 'SIGKILL'),
    /** Makes the app open its log file again. */
    hangUp: () => child.kill('SIGHUP'),
  }
}

function openLog(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) fs.renameSync(file, `${file}.1`)
  const fd = fs.openSync(file, 'a', 0o600)
  return { file, fd, start: fs.fstatSync(fd).size }
}

async function waitUntilReady(child, name, exited, log) {
  let timer
  let told
  const outcome = await Promise.race([
    new Promise((resolve) => {
      timer = setTimeout(resolve, READY_LIMIT_MS, 'late')
      child.on('message', (message) => {
        if (message?.type === 'ready') resolve('ready')
        if (message?.type === 'fault') told = message.message
        if (message?.type !== 'waiting') return
        // The child waits for something outside the shop, and reports this once a minute.
        say(message.message)
        timer.refresh()
      })
    }),
    exited,
  ])
  clearTimeout(timer)
  if (outcome === 'ready') return
  if (told) throw new Fault(told)
  const what = outcome === 'late' ? 'was not ready in two minutes' : `ended ${outcome}`
  throw new Fault(`The ${name} did not start: it ${what}.${log ? tail(log) : ''}`)
}

function tail({ file, start }) {
  const lines = fs.readFileSync(file).subarray(start).toString().trim().split('\n')
  const readable = lines.slice(-25).map(readableLine)
  return ` Its log ${file} ends with\n${readable.join('\n')}`
}

/** Returns only the message of a JSON log line, for people. Returns any other line unchanged. */
function readableLine(line) {
  try {
    const { msg, err } = JSON.parse(line)
    return [msg, err?.stack ?? err?.message].filter(Boolean).join(': ') || line
  } catch {
    return line
  }
}

async function stop(child, exited, limitMs) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => endGroup(child, 'SIGKILL'), limitMs)
  await exited
  clearTimeout(timer)
}
