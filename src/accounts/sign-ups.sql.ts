import type { Db, Tx } from '../platform/database/db.ts'

export type SignUpRow = { id: string; email: string; full_name: string; password_hash: string }

const COLUMNS = ['id', 'email', 'full_name', 'password_hash'] as const

type NewSignUp = {
  id: string
  email: string
  fullName: string
  passwordHash: string
  expiresAt: Date
  now: Date
}

export async function insertSignUp(tx: Tx, signUp: NewSignUp): Promise<void> {
  await tx
    .insertInto('sign_up')
    .values({
      id: signUp.id,
      email: signUp.email,
      full_name: signUp.fullName,
      password_hash: signUp.passwordHash,
      created_at: signUp.now,
      expires_at: signUp.expiresAt,
    })
    .execute()
}

export async function selectSignUp(db: Db, id: string): Promise<SignUpRow | undefined> {
  return await db.selectFrom('sign_up').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The one that was asked for last with this address and still waits. */
export async function selectNewestSignUp(
  db: Db,
  email: string,
  now: Date,
): Promise<SignUpRow | undefined> {
  return await db
    .selectFrom('sign_up')
    .select(COLUMNS)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** Whose sign-up a link confirms, as long as it works; changes nothing. */
export async function selectSignUpOfLink(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<SignUpRow | undefined> {
  return await db
    .selectFrom('sign_up')
    .select(COLUMNS)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Gives a sign-up another link; false if it waits no longer. */
export async function setSignUpLink(
  tx: Tx,
  link: { id: string; hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('sign_up')
    .set({ token_hash: link.hash, expires_at: link.expiresAt })
    .where('id', '=', link.id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Of one that comes to nothing. */
export async function deleteSignUp(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sign_up').where('id', '=', id).execute()
}

/** Uses a link up; false if it was used meanwhile. */
export async function deleteSignUpOfLink(tx: Tx, hash: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('sign_up').where('token_hash', '=', hash).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** All that was asked for with an address that has its account now. */
export async function deleteSignUps(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_up').where('email', '=', email).execute()
}

export async function deleteOldSignUps(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('sign_up').where('expires_at', '<', before).execute()
}
