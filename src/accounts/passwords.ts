import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.text.ts'
import { PASSWORD_COMMON, passwordFault } from './entrance.rules.ts'
import { makeFairTurns } from './fair-turns.ts'
import { makeHashing } from './hashing.ts'

/**
 * One hash takes 19 MiB and 15 to 30 ms of a processor. One at a time, with a rest of three times as
 * long, takes a quarter of one at most, however many ask: ten or so a second. Whoever waits behind
 * more than these has given up by then.
 */
export const TURNS = { atOnce: 1, perAddress: 16, all: 64, rest: 3 }

/** The hash of a password that nobody knows, at the same cost. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$eUFLb8Bqj2csvc5jY1hzuQ$3WLYAq4M/EK/pssCXUkMOGCG5JSxifIvdYEftGeaLl4'

/** Each takes its turn by the address that asked. */
export type PasswordHasher = {
  hash: (password: string, address: string) => Promise<string>
  /** For null it takes as long, and is false. */
  verify: (passwordHash: string | null, password: string, address: string) => Promise<boolean>
  /** Throws if this address would be refused: before anything else is done for it. */
  expectRoom: (address: string) => void
}

/** What the routes and most use cases of this room take. */
export type AccountDeps = Pick<Deps, 'db' | 'env' | 'clock'> & { passwords: PasswordHasher }

/** Hashes passwords beside the buyers, and never before them. */
export function makePasswordHasher(
  { hash, verify } = makeHashing(),
  turns = TURNS,
): PasswordHasher {
  const { takeTurn, expectRoom } = makeFairTurns(turns)
  return {
    hash: (password, address) => takeTurn(address, () => hash(password)),
    verify: async (passwordHash, password, address) =>
      (await takeTurn(address, () => verify(passwordHash ?? DECOY, password))) &&
      passwordHash !== null,
    expectRoom,
  }
}

/** Refuses a password that is too short, common, or the account's own address. */
export function checkPassword(password: string, email: string, field = 'password'): void {
  const plain = password.toLowerCase()
  const isCommon = COMMON_PASSWORDS.has(plain) || plain === email
  const text = passwordFault(password) ?? (isCommon ? PASSWORD_COMMON : undefined)
  if (text) refuseField(field, text)
}
