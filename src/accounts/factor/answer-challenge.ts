import { inTransaction, type Tx } from '../../platform/database/db.ts'
import { refuseField } from '../../platform/errors.ts'
import { lockAccount } from '../accounts.sql.ts'
import { insertAudit } from '../audit-log.sql.ts'
import { NO_CODE, WRONG_CODE } from '../entrance.rules.ts'
import { AccountError } from '../errors.ts'
import {
  countWrongCode,
  deleteChallenge,
  deleteChallengesOf,
  selectChallenge,
  upsertFactor,
} from '../factor.sql.ts'
import { limitSignIns, mayWarnOfCodes } from '../limits.ts'
import { queueNotice } from '../links.ts'
import { WRONG_CODES_MAX } from '../session.rules.ts'
import { endAllSessions } from '../sessions.sql.ts'
import { type Caller, findKnownBrowser, openKnownSession, type SignInResult } from '../sessions.ts'
import { hashToken } from '../tokens.ts'
import { findStep, unsealSecret } from '../totp.ts'
import { type FactorDeps, giveRecoveryCodes, type Owner, plainCode, spendCode } from './codes.ts'

type Answer = { challengeId: string; code: string; caller: Caller }
/** `recoveryCodes` are the codes of a factor that this call has set up; null otherwise. */
type Answered = SignInResult & { recoveryCodes: string[] | null }

/**
 * Opens a session if the code is right. If the challenge has a new secret, because the account has
 * no second factor yet, the right code also sets the factor up. Wrong codes count like wrong
 * passwords, and five of them end the challenge.
 */
export async function answerChallenge(
  deps: FactorDeps,
  { challengeId, code, caller }: Answer,
): Promise<Answered> {
  const hash = hashToken(challengeId)
  const live = { hash, wrongMax: WRONG_CODES_MAX, now: deps.clock.now() }
  const known = await selectChallenge(deps.db, live)
  if (!known) throw new AccountError('challenge_ended')
  if (plainCode(code) === '') refuseField('code', NO_CODE)
  const owner = { id: known.account_id, email: known.email }
  const browser = await findKnownBrowser(deps.db, owner.id, caller.browserToken)
  const source = { email: owner.email, address: caller.address, browser }
  const answered = await limitSignIns(deps, source, () =>
    inTransaction(deps.db, (tx) => tryCode(tx, deps, { owner, hash, code, caller })),
  )
  if (answered === null) refuseField('code', WRONG_CODE)
  return answered
}

type Try = { owner: Owner; hash: Buffer; code: string; caller: Caller }

/** Returns null for a wrong code. Calls for one account run one after another. */
async function tryCode(
  tx: Tx,
  deps: FactorDeps,
  { owner, hash, code, caller }: Try,
): Promise<Answered | null> {
  const account = await lockAccount(tx, owner.id)
  const live = { hash, wrongMax: WRONG_CODES_MAX, now: deps.clock.now() }
  const challenge = await selectChallenge(tx, live)
  // A change of the password ends the challenges that the old password opened.
  if (!challenge || challenge.checked_hash !== account?.password_hash) {
    throw new AccountError('challenge_ended')
  }
  const { checked_hash: checkedHash, sealed_secret: sealed } = challenge
  const recoveryCodes = sealed && (await setUp(tx, deps, { owner, sealed, code }))
  const isRight = sealed ? recoveryCodes !== null : await spendCode(tx, deps, owner, code)
  if (!isRight) {
    await countWrongCode(tx, hash)
    if (challenge.wrong_codes + 1 === WRONG_CODES_MAX) await warnOfCodes(tx, deps, owner)
    return null
  }
  await deleteChallenge(tx, hash)
  const checked = { accountId: owner.id, checkedHash, caller, hasFactor: true }
  return { ...(await openKnownSession(tx, deps, checked)), recoveryCodes }
}

async function warnOfCodes(tx: Tx, deps: FactorDeps, { email }: Owner): Promise<void> {
  if (!(await mayWarnOfCodes({ ...deps, db: tx }, email))) return
  await queueNotice(tx, deps, { to: email, about: 'wrongCodes' })
}

/**
 * Switches a new factor on, in place of an earlier one, and ends all sessions of the account.
 * Returns the recovery codes, or null for a wrong code.
 */
async function setUp(
  tx: Tx,
  deps: FactorDeps,
  { owner, sealed, code }: { owner: Owner; sealed: Buffer; code: string },
): Promise<string[] | null> {
  const now = deps.clock.now()
  const secret = unsealSecret(deps.env, owner.id, sealed)
  const step = secret && findStep(secret, plainCode(code), now)
  if (step === null) return null
  await upsertFactor(tx, { accountId: owner.id, sealed, lastStep: step, now })
  const codes = await giveRecoveryCodes(tx, owner.id)
  await deleteChallengesOf(tx, owner.id)
  await endAllSessions(tx, owner.id, 'second_factor', now)
  await insertAudit(tx, { accountId: owner.id, at: now }, [
    { action: 'second_factor_on', subject: owner.id },
  ])
  await queueNotice(tx, deps, { to: owner.email, about: 'factorOn' })
  return codes
}
