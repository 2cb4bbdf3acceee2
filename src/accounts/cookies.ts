import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import type { TokenReply } from './accounts.contract.ts'
import { selectAccount } from './accounts.sql.ts'
import { LINK_MS } from './links.ts'
import { ACCESS_TOKEN_S, BROWSER_MS } from './session.rules.ts'
import { MARK_COOKIE } from './session-mark.rules.ts'
import {
  type Caller,
  type OpenSession,
  type OwnEvents,
  readSessionUser,
  type SignInResult,
} from './sessions.ts'
import { signBearer } from './tokens.ts'

type CookieDeps = Pick<Deps, 'env'>
type ReplyDeps = Pick<Deps, 'db' | 'env' | 'clock'> & OwnEvents

/**
 * The names of the cookies. Over https they begin with __Host-. Browsers accept this prefix over
 * https only, and send such cookies to this host only.
 */
function namesOf({ env }: CookieDeps) {
  const secure = env.publicOrigin.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return {
    secure,
    session: `${prefix}lango_session`,
    browser: `${prefix}lango_browser`,
    signUp: `${prefix}lango_sign_up`,
  }
}

/** The name of the session cookie in the OpenAPI document. */
export const sessionCookieName = (deps: CookieDeps): string => namesOf(deps).session

/** Headers of responses that set cookies. */
export const COOKIES = { 'Set-Cookie': Type.String() }

/** Reads the request's cookies, and its IP address for the limits per address. */
export function callerOf(deps: CookieDeps, request: FastifyRequest): Caller {
  const { session, browser, signUp } = namesOf(deps)
  return {
    address: request.address,
    refreshToken: request.cookies[session],
    browserToken: request.cookies[browser],
    signUpToken: request.cookies[signUp],
  }
}

/** Sets the cookies of a session, and returns the body with a new bearer. */
export async function replyWithSession(
  deps: ReplyDeps,
  reply: FastifyReply,
  session: OpenSession,
): Promise<TokenReply> {
  const account = await selectAccount(deps.db, session.accountId)
  if (!account) throw new AppError('unauthorized')
  const { secure, session: name } = namesOf(deps)
  const shared = { path: '/', secure, expires: session.expiresAt } as const
  reply.setCookie(name, session.refreshToken, { ...shared, httpOnly: true, sameSite: 'strict' })
  reply.setCookie(MARK_COOKIE, String(Date.now()), { ...shared, sameSite: 'lax' })
  reply.header('cache-control', 'no-store')
  return {
    access_token: await signBearer(deps, session),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
    user: await readSessionUser(deps, account),
  }
}

/** Sets the cookies of a session and the cookie of the known browser; returns the body. */
export async function replyWithSignIn(
  deps: ReplyDeps,
  reply: FastifyReply,
  session: SignInResult,
): Promise<TokenReply> {
  const body = await replyWithSession(deps, reply, session)
  setBrowserCookie(deps, reply, session.browserToken)
  return body
}

/**
 * Sets the cookie of a known browser. The cookie outlives the session, and says only that this
 * browser has signed in before.
 */
export function setBrowserCookie(
  deps: Pick<Deps, 'env' | 'clock'>,
  reply: FastifyReply,
  token: string,
): void {
  const { secure, browser } = namesOf(deps)
  const expires = new Date(deps.clock.now().getTime() + BROWSER_MS)
  reply.setCookie(browser, token, {
    path: '/',
    secure,
    expires,
    httpOnly: true,
    sameSite: 'strict',
  })
}

/**
 * Sets the cookie that identifies the browser's newest sign-up. The cookie lasts as long as the
 * sign-up's first link works. The prefix __Host- requires the path '/', and prevents other hosts
 * from setting this cookie to a stranger's sign-up (decisions/0219).
 */
export function setSignUpCookie(deps: CookieDeps, reply: FastifyReply, token: string): void {
  const { secure, signUp: name } = namesOf(deps)
  const maxAge = LINK_MS.confirm / 1000
  reply.setCookie(name, token, { path: '/', secure, maxAge, httpOnly: true, sameSite: 'lax' })
}

export function clearSignUpCookie(deps: CookieDeps, reply: FastifyReply): void {
  const { secure, signUp: name } = namesOf(deps)
  reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'lax' })
}

export function clearSessionCookies(deps: CookieDeps, reply: FastifyReply): void {
  const { secure, session } = namesOf(deps)
  reply.clearCookie(session, { path: '/', secure, httpOnly: true, sameSite: 'strict' })
  reply.clearCookie(MARK_COOKIE, { path: '/', secure, sameSite: 'lax' })
}
