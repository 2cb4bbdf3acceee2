import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, refuseField } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import { MessageReply } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import {
  ConfirmRequest,
  ForgotRequest,
  LinkReply,
  LinkRequest,
  PasswordRequest,
  ResetRequest,
  SignInRefusal,
  SignUpReply,
  SignUpRequest,
  TokenQuery,
  TokenReply,
  TokenRequest,
  UserReply,
} from './accounts.contract.ts'
import { selectAccount } from './accounts.sql.ts'
import {
  COOKIES,
  callerOf,
  clearSessionCookies,
  clearSignUpCookie,
  replyWithSession,
  replyWithSignIn,
  setBrowserCookie,
  setSignUpCookie,
} from './cookies.ts'
import { NO_EMAIL, NO_PASSWORD } from './entrance.rules.ts'
import { AccountError } from './errors.ts'
import { limitAccounts } from './limits.ts'
import { selectLink } from './links.sql.ts'
import { changePassword, requestReset, resetPassword } from './password-changes.ts'
import type { AccountDeps } from './passwords.ts'
import {
  type Caller,
  type OpenSession,
  type OwnEvents,
  readSessionUser,
  type SignInResult,
} from './sessions.ts'
import { refreshSession, signIn, signOut } from './sign-ins.ts'
import { selectSignUpOfLink } from './sign-ups.sql.ts'
import { confirmAccount, isSignedUpHere, signUp } from './sign-ups.ts'
import { hashToken, readBearer } from './tokens.ts'

/**
 * Registers the routes for sign-up, sign-in, sign-out, the signed-in user and the change of a
 * password.
 */
export function registerAuthRoutes(app: App, deps: AccountDeps & OwnEvents): void {
  registerToken(app, deps)
  registerPassword(app, deps)
  route(app, {
    method: 'POST',
    url: '/api/auth/signup',
    access: 'public',
    refuses: [429],
    answers: { 201: { headers: COOKIES } },
    schema: { body: SignUpRequest, response: { 201: SignUpReply } },
    handler: async (request, reply) => {
      const { user, signUpToken } = await limitAccounts(deps, request.address, () =>
        signUp(deps, request.body, request.address),
      )
      setSignUpCookie(deps, reply, signUpToken)
      return reply.code(201).send({ user })
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/logout',
    access: 'public',
    mayUse: ['bearer', 'session'],
    answers: { 200: { headers: COOKIES } },
    schema: { response: { 200: MessageReply } },
    handler: async (request, reply) => {
      const { authorization } = request.headers
      const { refreshToken } = callerOf(deps, request)
      await signOut(deps, { refreshToken, authorization })
      clearSessionCookies(deps, reply)
      return { message: 'You are signed out.' }
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/auth/user',
    access: 'organizer',
    schema: { response: { 200: UserReply } },
    handler: async (request, reply) => {
      const account = await selectAccount(deps.db, viewerOf(request).accountId)
      if (!account) throw new AppError('unauthorized')
      reply.header('cache-control', 'no-store')
      const { full_name, confirmed_at } = account
      const user = await readSessionUser(deps, account)
      return { ...user, full_name, confirmed: confirmed_at !== null }
    },
  })
}

function registerToken(app: App, deps: AccountDeps & OwnEvents): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/token',
    access: 'public',
    mayUse: ['session'],
    refuses: [429],
    answers: {
      200: { headers: COOKIES },
      401: { schema: SignInRefusal, headers: { 'WWW-Authenticate': Type.String() } },
    },
    schema: {
      querystring: TokenQuery,
      body: TokenRequest,
      response: { 200: TokenReply },
    },
    handler: async (request, reply) => {
      const { grant_type } = request.query
      if (grant_type === 'refresh_token') {
        return await replyWithSession(deps, reply, await refresh(deps, request, reply))
      }
      return await replyWithSignIn(
        deps,
        reply,
        await signInByPassword(deps, request, request.body ?? {}),
      )
    },
  })
}

function registerPassword(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/password',
    access: 'organizer',
    refuses: [429],
    schema: { body: PasswordRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      const { authorization = '' } = request.headers
      const session = await readBearer(deps, authorization)
      const account = session && (await selectAccount(deps.db, session.accountId))
      if (!account) throw new AppError('unauthorized')
      const { old_password: oldPassword, password } = request.body
      const source = { sessionId: session.id, caller: callerOf(deps, request) }
      await changePassword(deps, { account, oldPassword, password, ...source })
      return { message: 'Password changed. All other devices were signed out.' }
    },
  })
}

async function signInByPassword(
  deps: AccountDeps,
  request: FastifyRequest,
  { email, password }: { email?: string; password?: string },
): Promise<SignInResult> {
  if (!email?.trim()) refuseField('email', NO_EMAIL)
  if (!password) refuseField('password', NO_PASSWORD)
  return await signIn(deps, { email, password, caller: callerOf(deps, request) })
}

async function refresh(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenSession> {
  const { refreshToken } = callerOf(deps, request)
  const session = refreshToken ? await refreshSession(deps, refreshToken) : null
  if (session) return session
  clearSessionCookies(deps, reply)
  throw new AppError('unauthorized')
}

const answers = { 200: MessageReply }

/**
 * Registers the route that requests a link by email, and the routes that the pages behind these
 * links call.
 */
export function registerLinkRoutes(app: App, deps: AccountDeps & OwnEvents): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/forgot',
    access: 'public',
    refuses: [429],
    schema: { body: ForgotRequest, response: answers },
    handler: async (request) => {
      await limitAccounts(deps, request.address, () => requestReset(deps, request.body.email))
      return {
        message: "If this email has an account, we've sent a link to choose a new password.",
      }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/link',
    access: 'public',
    refuses: [410],
    schema: {
      body: LinkRequest,
      response: { 200: LinkReply },
    },
    handler: async (request) => {
      return await toLinkReply(deps, request.body.token, callerOf(deps, request))
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/confirm',
    access: 'public',
    refuses: [410, 429],
    answers: { 200: { headers: COOKIES } },
    schema: {
      body: ConfirmRequest,
      response: { 200: TokenReply },
    },
    handler: async (request, reply) => {
      const { token, password, new_password: newPassword, full_name: fullName } = request.body
      const caller = callerOf(deps, request)
      const confirmation = { token, password, newPassword, fullName, caller }
      const session = await confirmAccount(deps, confirmation)
      if (session.isSignedUpHere) clearSignUpCookie(deps, reply)
      return await replyWithSignIn(deps, reply, session)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/reset',
    access: 'public',
    refuses: [410],
    answers: { 200: { headers: COOKIES } },
    schema: { body: ResetRequest, response: answers },
    handler: async (request, reply) => {
      const caller = callerOf(deps, request)
      setBrowserCookie(deps, reply, await resetPassword(deps, { ...request.body, caller }))
      return { message: 'Password changed. Please sign in.' }
    },
  })
}

async function toLinkReply(deps: AccountDeps, token: string, caller: Caller): Promise<LinkReply> {
  const hash = hashToken(token)
  const now = deps.clock.now()
  const signUp = await selectSignUpOfLink(deps.db, hash, now)
  if (signUp) {
    const { email, full_name } = signUp
    const signed_up_here = isSignedUpHere(signUp, caller)
    return { purpose: 'confirm', email, full_name, signed_up_here }
  }
  const link = await selectLink(deps.db, hash, now)
  if (!link) throw new AccountError('link_ended')
  const { email, full_name } = link
  return { purpose: 'reset', email, full_name, signed_up_here: false }
}
