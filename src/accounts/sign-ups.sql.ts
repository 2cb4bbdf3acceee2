import type { Db, Tx } from '../platform/database/db.ts'

export type SignUpRow = {
  id: string
  email: string
  full_name: string
  password_hash: string
  /** The hash of the cookie in the browser that signed up. */
  browser_hash: Buffer | null
}

const COLUMNS = ['id', 'email', 'full_name', 'password_hash', 'browser_hash'] as const

type NewSignUp = {
  id: string
  email: string
  fullName: string
  passwordHash: string
  browserHash: Buffer
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
      browser_hash: signUp.browserHash,
      created_at: signUp.now,
      expires_at: signUp.expiresAt,
    })
    .execute()
}

export async function selectSignUp(db: Db, id: string): Promise<SignUpRow | undefined> {
  return await db.selectFrom('sign_up').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Returns the newest sign-up of this address that has not expired. */
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

/** Returns the sign-up of a link, if the link works. The link can still be used afterwards. */
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

/** Gives a sign-up another link. Returns false if the sign-up has been deleted. */
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

/** Removes the link of a sign-up whose address has an account, and sets the sign-up's expiry. */
export async function keepWithoutLink(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('sign_up')
    .set({ token_hash: null, browser_hash: null, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Uses a link. Returns false if a concurrent call has used it. */
export async function useSignUpLink(tx: Tx, hash: Buffer): Promise<boolean> {
  const used = tx.updateTable('sign_up').set({ token_hash: null }).where('token_hash', '=', hash)
  return (await used.executeTakeFirst()).numUpdatedRows === 1n
}

/** Ends the links and cookies of all sign-ups of an address that has an account now. */
export async function endSignUpLinks(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('sign_up')
    .set({ token_hash: null, browser_hash: null })
    .where('email', '=', email)
    .execute()
}

export async function deleteOldSignUps(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('sign_up').where('expires_at', '<', before).execute()
}
