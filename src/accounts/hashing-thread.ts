// Runs in a thread of its own: compares and hashes passwords, one after the other.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { COST } from './hash-cost.ts'

/** With a hash it is a question whether the password is that one's, else for a hash of it. */
export type HashTask = { id: number; password: string; passwordHash?: string }
export type HashDone = { id: number; done?: string | boolean; fault?: string }

// Linux has a priority for each thread, and this is the calling one's: what buyers wait for goes
// first. Elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ id, password, passwordHash }: HashTask) => {
  let answer: HashDone
  try {
    const isQuestion = passwordHash !== undefined
    const done = isQuestion ? verifySync(passwordHash, password) : hashSync(password, COST)
    answer = { id, done }
  } catch (error) {
    answer = { id, fault: (error as Error).message }
  }
  parentPort?.postMessage(answer)
})
