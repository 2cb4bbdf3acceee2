// Child commands that never outlive us, and faults reported in one line.
import { spawn } from 'node:child_process'

/** A fault that the reader can mend: printed without a stack. */
export class Fault extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

export const say = (line) => console.log(line)

/**
 * Runs a command to its end. `quiet` returns its output instead of printing it. @param {string}
 * command @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean
 * }} [options] @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { cwd, env = process.env, quiet = false } = {}) {
  return new Promise((resolve) => {
    // A group of its own, so that its grandchildren can be ended with it.
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

/** Resolves when everything running now has ended. */
export async function whenRunningEnds() {
  await Promise.all(
    [...running].map((child) => new Promise((resolve) => child.once('close', resolve))),
  )
}

/** Resolves when everything that was running has ended. */
export async function endRunning(signal) {
  const ended = whenRunningEnds()
  for (const child of running) endGroup(child, signal)
  await ended
}

export function endGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The process has just ended.
  }
}

/**
 * Calls `stop` once for any end: Ctrl-C (sent by a terminal to npm and to us, and once more by
 * npm), a kill, a closed terminal, or the death of the parent process. A repeated signal calls it
 * again with `force`.
 */
export function onStop(stop) {
  const REPEAT_MS = 1000
  let first = 0
  const ask = () => {
    if (!first) {
      first = Date.now()
      stop(false)
    } else if (Date.now() - first > REPEAT_MS) stop(true)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask)
  process.on('disconnect', ask)
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.connected) return
  // npm was killed outright: without this check the process would run on, and keep its port.
  setInterval(() => process.ppid !== parent && ask(), 1000).unref()
}

/** Runs `main`; a fault ends the process with its message only. */
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
