import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { withoutMarks } from '../../platform/values/phone.rules.ts'
import { insertAudit } from '../audit-log.sql.ts'
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  selectFactor,
  spendRecoveryCode,
  spendStep,
} from '../factor.sql.ts'
import { queueNotice } from '../links.ts'
import { hashToken } from '../tokens.ts'
import { findStep, toBase32, unsealSecret } from '../totp.ts'

export type FactorDeps = Pick<Deps, 'db' | 'env' | 'clock'>
export type Owner = { id: string; email: string }

const RECOVERY_CODES = 10
/** 80 random bits make 16 letters, which cannot be guessed: one round of hashing is enough. */
const RECOVERY_BYTES = 10

/**
 * A typed or pasted code in upper case, without spaces, dashes and dots. Recovery codes have no 0
 * and no 1, so these are read as O and I.
 */
export function plainCode(typed: string): string {
  const plain = withoutMarks(typed).toUpperCase()
  return /^\d*$/.test(plain) ? plain : plain.replaceAll('0', 'O').replaceAll('1', 'I')
}

/** Gives an account new recovery codes in place of its earlier ones. We store only hashes. */
export async function giveRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)))
  await replaceRecoveryCodes(tx, accountId, codes.map(hashToken))
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/**
 * Uses a code of the app or a recovery code. Returns false if the code is wrong or was used before.
 * Call it under the lock of the account.
 */
export async function spendCode(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  owner: Owner,
  typed: string,
): Promise<boolean> {
  const code = plainCode(typed)
  if (!/^\d*$/.test(code)) return await spendRecovery(tx, deps, owner, code)
  const factor = await selectFactor(tx, owner.id)
  const secret = factor && unsealSecret(deps.env, owner.id, factor.sealed_secret)
  const step = secret ? findStep(secret, code, deps.clock.now()) : null
  return step !== null && (await spendStep(tx, owner.id, step))
}

async function spendRecovery(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  owner: Owner,
  code: string,
): Promise<boolean> {
  const now = deps.clock.now()
  const used = { accountId: owner.id, hash: hashToken(code), now }
  if (!(await spendRecoveryCode(tx, used))) return false
  const left = await countRecoveryCodes(tx, owner.id)
  await insertAudit(tx, { accountId: owner.id, at: now }, [
    { action: 'recovery_code_used', subject: owner.id, after: { left } },
  ])
  await queueNotice(tx, deps, { to: owner.email, about: 'recoveryUsed' })
  return true
}
