import { Worker } from 'node:worker_threads'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.text.ts'
import { PASSWORD_COMMON, passwordFault } from './entrance.rules.ts'
import { makeFairQueue } from './fair-queue.ts'
import type { HashDone, HashTask } from './hashing-thread.ts'

/** The cost of Argon2id that OWASP recommends: 19 MiB and two passes. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash takes 19 MiB and 15 to 30 ms of a processor. Hashing one password at a time, with a pause
 * three times as long after each hash, takes at most a quarter of a processor: about ten hashes a
 * second. Longer queues are useless, because visitors give up before their password is hashed.
 */
export const HASHING_LIMITS = { atOnce: 1, perAddress: 16, all: 64, rest: 3 }

/**
 * The hash of an unknown password, with the cost of real hashes. Compared for unknown accounts, so
 * that the response takes as long as for known accounts.
 */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$eUFLb8Bqj2csvc5jY1hzuQ$3WLYAq4M/EK/pssCXUkMOGCG5JSxifIvdYEftGeaLl4'

/** Hashes passwords one at a time. Waiting IP addresses take turns. */
export type PasswordHasher = {
  hash: (password: string, address: string) => Promise<string>
  /** Returns false for a null hash, after as much time as for a real hash. */
  verify: (passwordHash: string | null, password: string, address: string) => Promise<boolean>
  /** Throws if the queue is full for this address. Call it before any other work of the request. */
  expectCapacity: (address: string) => void
}

/** The dependencies of the routes and most use cases of this room. */
export type AccountDeps = Pick<Deps, 'db' | 'env' | 'clock'> & { passwords: PasswordHasher }

/** Hashes passwords without delaying buyers. */
export function makePasswordHasher(
  { hash, verify } = makeHashing(),
  limits = HASHING_LIMITS,
): PasswordHasher {
  const { run, expectCapacity } = makeFairQueue(limits)
  return {
    hash: (password, address) => run(address, () => hash(password)),
    verify: async (passwordHash, password, address) =>
      (await run(address, () => verify(passwordHash ?? DECOY, password))) && passwordHash !== null,
    expectCapacity,
  }
}

/** Refuses a password that is too short, common, or the account's own address. */
export function checkPassword(password: string, email: string, field = 'password'): void {
  const plain = password.toLowerCase()
  const isCommon = COMMON_PASSWORDS.has(plain) || plain === email
  const text = passwordFault(password) ?? (isCommon ? PASSWORD_COMMON : undefined)
  if (text) refuseField(field, text)
}

type Hashing = {
  hash: (password: string) => Promise<string>
  verify: (passwordHash: string, password: string) => Promise<boolean>
}

type PendingTask = { resolve: (done: string | boolean) => void; reject: (error: Error) => void }

/**
 * Hashes in a separate thread. The thread starts with the first task and does not keep the process
 * alive.
 */
export function makeHashing(): Hashing {
  const pending = new Map<number, PendingTask>()
  let thread: Worker | null = null
  let tasks = 0

  function start(): Worker {
    const url = new URL('./hashing-thread.ts', import.meta.url)
    const started = new Worker(url, { workerData: COST })
    started.on('message', ({ id, done, fault }: HashDone) => {
      const task = pending.get(id)
      pending.delete(id)
      if (pending.size === 0) started.unref()
      if (fault === undefined) task?.resolve(done!)
      else task?.reject(new Error(fault))
    })
    started.on('error', (error) => end(error as Error))
    started.on('exit', () => end(new Error('the hashing thread has ended')))
    return started
  }

  /** Rejects the tasks of a thread that has ended. The next task starts another thread. */
  function end(error: Error): void {
    thread = null
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function send(task: Omit<HashTask, 'id'>): Promise<string | boolean> {
    thread ??= start()
    const id = tasks++
    thread.ref()
    thread.postMessage({ id, ...task } satisfies HashTask)
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }))
  }

  return {
    hash: async (password) => (await send({ password })) as string,
    verify: async (passwordHash, password) => (await send({ password, passwordHash })) as boolean,
  }
}
