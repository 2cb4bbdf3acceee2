import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

const AS_POSTGRES = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups']

const running = new Set<ChildProcess>()
// Kill the programs when the test run ends, also after a failure.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Program = {
  pid: number
  signal: (name: NodeJS.Signals) => void
  end: () => Promise<void>
}

type Command = { command: string[]; env?: Record<string, string>; log: string }

/** Starts a program as PostgreSQL's user. Its output goes to a file. */
export function startProgram({ command, env, log }: Command): Program {
  const out = openSync(log, 'a')
  const child = spawn('setpriv', [...AS_POSTGRES, ...command], {
    cwd: '/',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const end = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { pid: child.pid!, signal: (name) => child.kill(name), end }
}

/** Runs a command as PostgreSQL's user. Returns its output. */
export function asPostgres(command: string[], input = ''): string {
  const args = [...AS_POSTGRES, ...command]
  return execFileSync('setpriv', args, { input, encoding: 'utf8', cwd: '/' })
}
