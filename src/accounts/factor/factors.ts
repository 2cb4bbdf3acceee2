import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { FactorState } from '../accounts.contract.ts'
import {
  type AccountRow,
  lockAccount,
  selectCredentials,
  selectMoneySince,
} from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { NO_CODE, NO_PASSWORD, WRONG_CODE, WRONG_PASSWORD } from '../entrance.rules.ts'
import { AccountError } from '../errors.ts'
import {
  countRecoveryCodes,
  deleteChallengesOf,
  deleteFactor,
  selectFactor,
  selectFactorsOfKeys,
  updateSealed,
} from '../factor.sql.ts'
import { limitGuesses } from '../limits.ts'
import { queueNotice } from '../links.ts'
import type { AccountDeps } from '../passwords.ts'
import { FACTOR_GRACE_MS, needsFactor } from '../session.rules.ts'
import { endAllSessions } from '../sessions.sql.ts'
import { type Challenge, makeChallenge } from '../sessions.ts'
import { KEY_ID_BYTES, keyIdsOf, sealSecret, unsealSecret } from '../totp.ts'
import { type FactorDeps, giveRecoveryCodes, type Owner, plainCode, spendCode } from './codes.ts'

export async function readFactor(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  account: AccountRow,
): Promise<FactorState> {
  const factor = await selectFactor(db, account.id)
  const since = await selectMoneySince(db, account.id)
  const isRequired = needsFactor(env, { role: account.role, approvesMoney: since !== null })
  const isDue = isRequired && !factor && since !== null
  return {
    is_on: factor !== undefined,
    is_required: isRequired,
    is_required_for_money: needsFactor(env, { role: 'organizer', approvesMoney: true }),
    due_at: isDue ? new Date(since.getTime() + FACTOR_GRACE_MS).toISOString() : null,
    recovery_codes: await countRecoveryCodes(db, account.id),
  }
}

async function isKept({ db, env }: Pick<Deps, 'db' | 'env'>, { id, role }: AccountRow) {
  return needsFactor(env, { role, approvesMoney: (await selectMoneySince(db, id)) !== null })
}

type Signed = { account: AccountRow; sessionId: string }
type SetupRequest = Signed & { password: string; code?: string | undefined; address: string }

/**
 * Makes the secret of a new factor. The first correct code will switch the factor on. Requires the
 * password, because the bearer may come from a machine that was left open. If the account has a
 * factor, also requires a code of this factor, because the new factor replaces it.
 */
export async function startSetup(
  deps: AccountDeps,
  { account, sessionId, password, code, address }: SetupRequest,
): Promise<Challenge> {
  if (!password) refuseField('password', NO_PASSWORD)
  let wrong = { field: 'password', text: WRONG_PASSWORD }
  const challenge = await limitGuesses(deps, `session:${sessionId}`, async () => {
    const known = await selectCredentials(deps.db, account.email)
    const checkedHash = known?.password_hash ?? null
    const isRight = await deps.passwords.verify(checkedHash, password, address)
    if (!isRight || checkedHash === null) return null
    return await inTransaction(deps.db, async (tx) => {
      await lockAccount(tx, account.id)
      const isSetUp = (await selectFactor(tx, account.id)) !== undefined
      if (isSetUp && !(code && (await spendCode(tx, deps, account, code)))) {
        wrong = { field: 'code', text: code ? WRONG_CODE : NO_CODE }
        return null
      }
      return await makeChallenge(tx, deps, { owner: account, checkedHash, setsUp: true })
    })
  })
  // Not 401: after a 401 a browser renews its bearer and sends the request again.
  if (challenge === null) refuseField(wrong.field, wrong.text)
  return challenge
}

/** Replaces the recovery codes of an account. Needs a code. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  request: Signed & { code: string },
): Promise<string[]> {
  return await withCode(deps, request, async (tx, by) => {
    const codes = await giveRecoveryCodes(tx, request.account.id)
    await insertAudit(tx, by, [{ action: 'recovery_codes_made', subject: request.account.id }])
    await queueNotice(tx, deps, { to: request.account.email, about: 'newCodes' })
    return codes
  })
}

/**
 * Switches the factor of an account off. Needs a code. Throws `second_factor_kept` if the account
 * needs the factor.
 */
export async function switchOff(
  deps: FactorDeps,
  request: Signed & { code: string },
): Promise<void> {
  if (await isKept(deps, request.account)) throw new AccountError('second_factor_kept')
  await withCode(deps, request, (tx, { accountId }) =>
    removeFactor(tx, deps, { owner: request.account, by: accountId }),
  )
}

type Actor = { accountId: string; at: Date }

/** Runs `work` under the lock of the account if the code is right. Wrong codes are limited. */
async function withCode<T>(
  deps: FactorDeps,
  { account, sessionId, code }: Signed & { code: string },
  work: (tx: Tx, by: Actor) => Promise<T>,
): Promise<T> {
  if (plainCode(code) === '') refuseField('code', NO_CODE)
  const done = await limitGuesses(deps, `session:${sessionId}`, () =>
    inTransaction(deps.db, async (tx) => {
      await lockAccount(tx, account.id)
      if (!(await selectFactor(tx, account.id))) throw new AccountError('second_factor_off')
      if (!(await spendCode(tx, deps, account, code))) return null
      return { result: await work(tx, { accountId: account.id, at: deps.clock.now() }) }
    }),
  )
  if (done === null) refuseField('code', WRONG_CODE)
  return done.result
}

/**
 * Removes the second factor of an account whose owner has lost the phone and the recovery codes.
 * Ends the account's sessions. Called by a command on the server. Returns false without a factor.
 */
export async function takeFactorOff(deps: FactorDeps, owner: Owner): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, owner.id)
    if (!(await removeFactor(tx, deps, { owner, by: null }))) return false
    await endAllSessions(tx, owner.id, 'second_factor', deps.clock.now())
    return true
  })
}

async function removeFactor(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { owner, by }: { owner: Owner; by: string | null },
): Promise<boolean> {
  await deleteChallengesOf(tx, owner.id)
  if (!(await deleteFactor(tx, owner.id))) return false
  await insertAudit(tx, { accountId: by, at: deps.clock.now() }, [
    { action: 'second_factor_off', subject: owner.id },
  ])
  await queueNotice(tx, deps, { to: owner.email, about: 'factorOff' })
  return true
}

const BATCH = 500

/**
 * Re-encrypts secrets that are still encrypted with a former key, so that the former key can be
 * removed from the settings. Returns 'more' if the batch was full.
 */
export async function sealAgain({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<'done' | 'more'> {
  const [, ...keyIds] = keyIdsOf(env)
  if (keyIds.length === 0) return 'done'
  const rows = await selectFactorsOfKeys(db, { keyIds, bytes: KEY_ID_BYTES, limit: BATCH })
  for (const { account_id: accountId, sealed_secret: from } of rows) {
    const secret = unsealSecret(env, accountId, from)
    if (secret) await updateSealed(db, { accountId, from, to: sealSecret(env, accountId, secret) })
  }
  return rows.length === BATCH ? 'more' : 'done'
}
