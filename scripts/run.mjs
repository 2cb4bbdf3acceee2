// Runs child commands, ends them with this process, and reports faults in one line.
import { spawn } from 'node:child_process'

/** A fault that the user can correct: printed without a stack. */
export class Fault extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

export const say = (line) => console.log(line)

/**
 * Runs a command until it ends. `quiet` returns its output instead of printing it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { cwd, env = process.env, quiet = false } = {}) {
  return new Promise((resolve) => {
    // A separate process group, so that grandchildren can be ended with the child.
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const finish = (ok) => {
      running.delete(child)
      resolve({ ok, output })
    }
    child.once('error', (error) => {
      output += error.message
      finish(false)
    })
    child.once('close', (code) => finish(code === 0))
  })
}

/** Resolves when all running commands have ended. */
export async function whenRunningEnds() {
  await Promise.all(
    [...running].map((child) => new Promise((resolve) => child.once('close', resolve))),
  )
}

/** Ends all running commands with this signal, and resolves when they have ended. */
export async function endRunning(signal) {
  const ended = whenRunningEnds()
  for (const child of running) endGroup(child, signal)
  await ended
}

export function endGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The process has already ended.
  }
}

/**
 * Calls `stop` when this process should end: on Ctrl-C, on a kill, when the terminal is closed, or
 * when the parent process dies. Ignores repeats within REPEAT_MS, because Ctrl-C arrives twice:
 * from the terminal and, forwarded, from npm. A later repeat calls `stop` again with `force`.
 * Without a terminal, SIGHUP calls `hangUp` if it is given, because no terminal was closed.
 * @param {(force: boolean) => void} stop
 * @param {() => void} [hangUp]
 */
export function onStop(stop, hangUp) {
  const REPEAT_MS = 1000
  let first = 0
  const ask = () => {
    if (!first) {
      first = Date.now()
      stop(false)
    } else if (Date.now() - first > REPEAT_MS) stop(true)
  }
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, ask)
  process.on('SIGHUP', !hasTerminal && hangUp ? hangUp : ask)
  process.on('disconnect', ask)
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.connected) return
  // If npm is killed with SIGKILL, no signal arrives here. This check then ends the process, which
  // would otherwise keep its port.
  setInterval(() => process.ppid !== parent && ask(), 1000).unref()
}

/**
 * Runs `main`. An error ends the process with code 1; for a `Fault` only its message is printed.
 */
export async function runMain(main, whenFailed = () => {}) {
  try {
    await main()
  } catch (error) {
    if (error instanceof Fault) console.error(error.message)
    else console.error(error)
    whenFailed()
    process.exit(1)
  }
}
