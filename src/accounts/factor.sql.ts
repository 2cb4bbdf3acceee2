import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

export async function selectFactor(db: Db, accountId: string) {
  return await db
    .selectFrom('second_factor')
    .select(['sealed_secret', 'last_step', 'created_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

type Factor = { accountId: string; sealed: Buffer; lastStep: number; now: Date }

/** Stores the factor of an account. It replaces an earlier factor of the account. */
export async function upsertFactor(tx: Tx, factor: Factor): Promise<void> {
  const row = {
    sealed_secret: factor.sealed,
    last_step: factor.lastStep,
    created_at: factor.now,
  }
  await tx
    .insertInto('second_factor')
    .values({ account_id: factor.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/**
 * Marks the code of a time step as used. Returns false if the code of this step or of a later step
 * was used before.
 */
export async function spendStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes the factor with its recovery codes. Returns false if the account has no factor. */
export async function deleteFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const result = await tx
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Stores the hashes of new recovery codes in place of the earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ code_hash, account_id: accountId })))
    .execute()
}

/** Marks a recovery code as used. Returns false if it was used before or is unknown. */
export async function spendRecoveryCode(
  tx: Tx,
  code: { accountId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_at: code.now })
    .where('code_hash', '=', code.hash)
    .where('account_id', '=', code.accountId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewChallenge = {
  hash: Buffer
  accountId: string
  checkedHash: string
  sealed: Buffer | null
  expiresAt: Date
  now: Date
}

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx
    .insertInto('sign_in_challenge')
    .values({
      token_hash: challenge.hash,
      account_id: challenge.accountId,
      checked_hash: challenge.checkedHash,
      sealed_secret: challenge.sealed,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

/**
 * Returns a challenge and the email address of its account. Undefined if the challenge has expired
 * or had `wrongMax` wrong codes.
 */
export async function selectChallenge(
  db: Db,
  { hash, wrongMax, now }: { hash: Buffer; wrongMax: number; now: Date },
) {
  return await db
    .selectFrom('sign_in_challenge as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.account_id', 'c.checked_hash', 'c.sealed_secret', 'c.wrong_codes', 'a.email'])
    .where('c.token_hash', '=', hash)
    .where('c.wrong_codes', '<', wrongMax)
    .where('c.expires_at', '>', now)
    .executeTakeFirst()
}

export async function countWrongCode(tx: Tx, hash: Buffer): Promise<void> {
  await tx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('token_hash', '=', hash)
    .execute()
}

export async function deleteChallenge(tx: Tx, hash: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_challenge').where('token_hash', '=', hash).execute()
}

/**
 * Ends the account's sign-ins that wait for a code, because the factor that makes these codes was
 * replaced or removed.
 */
export async function deleteChallengesOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenge').where('account_id', '=', accountId).execute()
}

export async function deleteOldChallenges(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('sign_in_challenge').where('expires_at', '<', before).execute()
}

/** Returns up to `limit` factors that are encrypted with a key of `keyIds`. */
export async function selectFactorsOfKeys(
  db: Db,
  { keyIds, bytes, limit }: { keyIds: readonly Buffer[]; bytes: number; limit: number },
) {
  return await db
    .selectFrom('second_factor')
    .select(['account_id', 'sealed_secret'])
    .where(sql<Buffer>`substring(sealed_secret from 1 for ${bytes})`, 'in', [...keyIds])
    .limit(limit)
    .execute()
}

/** Replaces the encrypted secret, unless the owner has set up another factor. */
export async function updateSealed(
  db: Db,
  { accountId, from, to }: { accountId: string; from: Buffer; to: Buffer },
): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ sealed_secret: to })
    .where('account_id', '=', accountId)
    .where('sealed_secret', '=', from)
    .execute()
}
