import { randomUUID } from 'node:crypto'
import { signBearer } from '../src/accounts/tokens.ts'
import type { Viewer } from '../src/platform/http/viewer.ts'
import type { openJar } from './cookie-jar.ts'
import type { Stage } from './stage.ts'

/**
 * Inserts an account with a confirmed address. Returns it with the authorization header for its
 * calls.
 */
export async function buildAccount(
  stage: Pick<Stage['deps'], 'db' | 'env' | 'clock'>,
  role: Viewer['role'] = 'organizer',
) {
  const id = randomUUID()
  const email = `${id}@lango.test`
  await stage.db
    .insertInto('account')
    .values({
      id,
      email,
      full_name: 'Amina Odhiambo',
      // A hash that no password matches.
      password_hash: '!',
      role,
      confirmed_at: stage.clock.now(),
    })
    .execute()
  const sessionId = randomUUID()
  const created_at = stage.clock.now()
  await stage.db
    .insertInto('session')
    .values({ id: sessionId, account_id: id, created_at, expires_at: new Date('2099-01-01') })
    .execute()
  const token = await signBearer(stage, { id: sessionId, accountId: id })
  const headers = { authorization: `Bearer ${token}` }
  const viewer = { accountId: id, role } satisfies Viewer
  return { id, email, role, viewer, sessionId, headers }
}

/** Builds an organizer with this service fee on each sale. */
export async function buildFeePayer(
  stage: Parameters<typeof buildAccount>[0],
  { basisPoints = 0, fixedCents = 0 },
): Promise<Awaited<ReturnType<typeof buildAccount>>> {
  const account = await buildAccount(stage)
  const fee = { account_id: account.id, basis_points: basisPoints, fixed_cents: fixedCents }
  await stage.db
    .insertInto('organizer_fee')
    .values({ ...fee, set_at: stage.clock.now() })
    .execute()
  return account
}

/** Returns the token in the newest link to `path` that was sent to this address. */
export async function mailedToken(stage: Stage, to: string, path: string): Promise<string> {
  await stage.runJobs()
  const own = stage.mails.filter((mail) => mail.to === to && mail.text.includes(path))
  const token = new RegExp(`${path}#([\\w-]{43})`).exec(own.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error(`no link to ${path} was mailed to ${to}`)
  return token
}

/**
 * Signs up and confirms the address as a browser does; the confirmation signs in. Returns the
 * bearer.
 */
export async function joinAs(
  stage: Stage,
  jar: ReturnType<typeof openJar>,
  { email, password }: { email: string; password: string },
): Promise<string> {
  await jar.call('POST', '/api/auth/signup', {
    body: { email, password, full_name: 'Amina Odhiambo' },
  })
  const token = await mailedToken(stage, email, '/organizer/confirm')
  const { status, body } = await jar.call('POST', '/api/auth/confirm', {
    body: { token, password },
  })
  if (status !== 200) throw new Error(`${email} could not confirm: ${JSON.stringify(body)}`)
  return body.access_token
}
