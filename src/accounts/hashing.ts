import { Worker } from 'node:worker_threads'
import type { HashDone, HashTask } from './hashing-thread.ts'

export type Hashing = {
  hash: (password: string) => Promise<string>
  verify: (passwordHash: string, password: string) => Promise<boolean>
}

type Asked = { resolve: (done: string | boolean) => void; reject: (error: Error) => void }

/** Hashes in a thread, which begins with the first task and keeps no process alive. */
export function makeHashing(): Hashing {
  const asked = new Map<number, Asked>()
  let thread: Worker | null = null
  let tasks = 0

  function start(): Worker {
    const started = new Worker(new URL('./hashing-thread.ts', import.meta.url))
    started.on('message', ({ id, done, fault }: HashDone) => {
      const one = asked.get(id)
      asked.delete(id)
      if (asked.size === 0) started.unref()
      if (fault === undefined) one?.resolve(done!)
      else one?.reject(new Error(fault))
    })
    started.on('error', (error) => end(error as Error))
    started.on('exit', () => end(new Error('the thread that hashes has ended')))
    return started
  }

  /** What was asked of a thread that is gone is answered by none; the next task begins another. */
  function end(error: Error): void {
    thread = null
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }

  function ask(task: Omit<HashTask, 'id'>): Promise<string | boolean> {
    thread ??= start()
    const id = tasks++
    thread.ref()
    thread.postMessage({ id, ...task } satisfies HashTask)
    return new Promise((resolve, reject) => asked.set(id, { resolve, reject }))
  }

  return {
    hash: async (password) => (await ask({ password })) as string,
    verify: async (passwordHash, password) => (await ask({ password, passwordHash })) as boolean,
  }
}
