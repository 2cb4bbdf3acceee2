// The thread of `makeHashing`: hashes and compares passwords, one after another.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/**
 * A task with `passwordHash` compares the password with the hash. A task without it hashes the
 * password.
 */
export type HashTask = { id: number; password: string; passwordHash?: string }
export type HashDone = { id: number; done?: string | boolean; fault?: string }

// Lowers the priority of this thread, so that buyers' requests go before passwords. Only on Linux,
// where each thread has a priority; on other systems the call would change the priority of the
// whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ id, password, passwordHash }: HashTask) => {
  let reply: HashDone
  try {
    const done =
      passwordHash === undefined
        ? hashSync(password, workerData)
        : verifySync(passwordHash, password)
    reply = { id, done }
  } catch (error) {
    reply = { id, fault: (error as Error).message }
  }
  parentPort?.postMessage(reply)
})
