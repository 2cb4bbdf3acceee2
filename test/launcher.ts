import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { takeFreePorts } from './free-ports.ts'

/** `npm start`, as a child process. */
export type Launcher = {
  pid: number
  /** Returns the output so far. */
  said(): string
  /** Resolves with the output once it contains this text. */
  hasSaid(text: string): Promise<string>
  /** Resolves with the exit code, or with the signal that ended the process. */
  ended: Promise<number | string>
  signal(name: 'SIGINT' | 'SIGKILL'): void
}

const launched = new Set<ChildProcess>()
// The child processes of `npm start` end when `npm start` ends. Only the database server remains,
// which the test stops.
process.once('exit', () => {
  for (const child of launched) child.kill('SIGKILL')
})

export function launch(variables: Record<string, string>): Launcher {
  const { PATH = '', HOME = '' } = process.env
  // An empty variable counts as unset, but it overrides a variable in a developer's .env file.
  const unset = { DATABASE_URL: '', PUBLIC_ORIGIN: '', LANGO_ENV: '', HOST: '', LOG: '' }
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { PATH, HOME, ...unset, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      text += part
      child.emit('said')
    })
  }
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => {
      launched.delete(child)
      resolve(signal ?? code ?? 0)
    }),
  )
  return {
    pid: child.pid!,
    said: () => text,
    hasSaid: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(wanted) && resolve(text)
        child.on('said', look)
        void ended.then((how) => reject(new Error(`it ended with ${how} and said\n${text}`)))
        look()
      }),
    ended,
    signal: (name) => child.kill(name),
  }
}

/** Returns free ports for a shop. */
export async function shopPorts() {
  const [shop, sandbox, smtp] = await takeFreePorts(3)
  return {
    PORT: String(shop),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
  }
}

/** Lists the running child processes of this process, with their commands. */
export function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return []
    try {
      // The format is 'pid (name) state ppid …'. The name may contain any character.
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .split(') ')
        .at(-1)!
        .split(' ')
      if (Number(parent) !== pid || state === 'Z') return []
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(name), command }]
    } catch {
      return [] // The process has just ended.
    }
  })
}
