import * as argon2 from '@node-rs/argon2'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.text.ts'
import { PASSWORD_COMMON, passwordFault } from './entrance.rules.ts'

/** Argon2id, the library's default, at the cost that OWASP recommends: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const AT_ONCE = 2
/** Whoever waits behind more than these has given up by then. */
const WAITING_MAX = 32

/** The hash of a password that nobody knows, at the same cost. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$eUFLb8Bqj2csvc5jY1hzuQ$3WLYAq4M/EK/pssCXUkMOGCG5JSxifIvdYEftGeaLl4'

/** Each takes its turn by the address that asked. */
export type PasswordHasher = {
  hash: (password: string, address: string) => Promise<string>
  /** For null it takes as long, and is false. */
  verify: (passwordHash: string | null, password: string, address: string) => Promise<boolean>
}

/** What the routes and most use cases of this room take. */
export type AccountDeps = Pick<Deps, 'db' | 'env' | 'clock'> & { passwords: PasswordHasher }

/**
 * Hashes passwords, two at a time in one process: each takes 19 MiB and some 30 ms of a processor,
 * which a rush of sign-ins must not take from buyers. When the queue is full, callers are refused.
 */
export function makePasswordHasher({
  hash,
  verify,
}: Pick<typeof argon2, 'hash' | 'verify'> = argon2): PasswordHasher {
  const waiting: (() => void)[] = []
  let running = 0
  async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new AppError('unavailable', { retryAfter: 2 })
      // Whoever finishes passes the turn to the next in line, so that nobody overtakes.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return {
    hash: (password) => takeTurn(() => hash(password, COST)),
    verify: async (passwordHash, password) =>
      (await takeTurn(() => verify(passwordHash ?? DECOY, password))) && passwordHash !== null,
  }
}

/** Refuses a password that is too short, common, or the account's own address. */
export function checkPassword(password: string, email: string, field = 'password'): void {
  const plain = password.toLowerCase()
  const isCommon = COMMON_PASSWORDS.has(plain) || plain === email
  const text = passwordFault(password) ?? (isCommon ? PASSWORD_COMMON : undefined)
  if (text) throw new AppError('invalid_field', { text, details: { field } })
}
