import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { ErrorReply, MessageReply } from '../platform/platform.contract.ts'
import { viewerOf } from '../platform/viewer.ts'
import {
  SignUpReply,
  SignUpRequest,
  TokenQuery,
  TokenReply,
  TokenRequest,
  UserReply,
} from './accounts.contract.ts'
import { selectAccount } from './accounts.sql.ts'
import { limitAccounts } from './limit-accounts.ts'
import type { PasswordHasher } from './make-password-hasher.ts'
import type { OpenSession } from './open-session.ts'
import { refreshSession } from './refresh-session.ts'
import { ACCESS_TOKEN_S } from './session.rules.ts'
import { MARK_COOKIE } from './session-mark.rules.ts'
import { signAccessToken } from './sign-access-token.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { NO_EMAIL, NO_PASSWORD } from './sign-up.rules.ts'
import { signUp } from './sign-up.ts'

export type AccountDeps = Deps & { passwords: PasswordHasher }

const refusals = { '4xx': ErrorReply, '5xx': ErrorReply }

/** Sign-up, sign-in, sign-out, and who is signed in. */
export function registerAuthRoutes(app: App, deps: AccountDeps): void {
  registerToken(app, deps)
  route(app, {
    method: 'POST',
    url: '/api/auth/signup',
    access: 'public',
    schema: { body: SignUpRequest, response: { 201: SignUpReply, ...refusals } },
    handler: async (request, reply) => {
      const user = await limitAccounts(deps, request.ip, () => signUp(deps, request.body))
      return reply.code(201).send({ user })
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/logout',
    access: 'public',
    schema: { response: { 200: MessageReply, ...refusals } },
    handler: async (request, reply) => {
      const { authorization } = request.headers
      await signOut(deps, { refreshToken: readCookie(deps, request), authorization })
      clearCookies(deps, reply)
      return { message: 'You are signed out.' }
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/auth/user',
    access: 'organizer',
    schema: { response: { 200: UserReply, ...refusals } },
    handler: async (request, reply) => {
      const account = await selectAccount(deps.db, viewerOf(request).accountId)
      if (!account) throw new AppError('unauthorized')
      reply.header('cache-control', 'no-store')
      const { id, email, role, full_name, confirmed_at } = account
      return { id, email, role, full_name, confirmed: confirmed_at !== null }
    },
  })
}

function registerToken(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/token',
    access: 'public',
    schema: {
      querystring: TokenQuery,
      body: TokenRequest,
      response: { 200: TokenReply, ...refusals },
    },
    handler: async (request, reply) => {
      const { grant_type } = request.query
      const session =
        grant_type === 'password'
          ? await enter(deps, request, request.body ?? {})
          : await goOn(deps, request, reply)
      return await answerSession(deps, reply, session)
    },
  })
}

async function enter(
  deps: AccountDeps,
  request: FastifyRequest,
  { email, password }: { email?: string; password?: string },
): Promise<OpenSession> {
  if (!email?.trim()) throw missing('email', NO_EMAIL)
  if (!password) throw missing('password', NO_PASSWORD)
  const oldToken = readCookie(deps, request)
  return await signIn(deps, { email, password, address: request.ip, oldToken })
}

function missing(field: string, text: string): AppError {
  return new AppError('invalid_field', { text, details: { field } })
}

async function goOn(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenSession> {
  const token = readCookie(deps, request)
  const session = token ? await refreshSession(deps, token) : null
  if (session) return session
  clearCookies(deps, reply)
  throw new AppError('unauthorized')
}

async function answerSession(
  deps: AccountDeps,
  reply: FastifyReply,
  session: OpenSession,
): Promise<TokenReply> {
  const account = await selectAccount(deps.db, session.accountId)
  if (!account) throw new AppError('unauthorized')
  const { secure, name } = cookieOf(deps)
  const shared = { path: '/', secure, expires: session.expiresAt } as const
  reply.setCookie(name, session.refreshToken, { ...shared, httpOnly: true, sameSite: 'strict' })
  reply.setCookie(MARK_COOKIE, String(Date.now()), { ...shared, sameSite: 'lax' })
  reply.header('cache-control', 'no-store')
  const { id, email, role } = account
  return {
    access_token: await signAccessToken(deps, session),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
    user: { id, email, role },
  }
}

/** A browser takes a __Host- cookie from https alone, for this host alone. */
function cookieOf({ env }: AccountDeps) {
  const secure = env.publicOrigin.startsWith('https:')
  return { secure, name: secure ? '__Host-lango_session' : 'lango_session' }
}

function readCookie(deps: AccountDeps, request: FastifyRequest): string | undefined {
  return request.cookies[cookieOf(deps).name]
}

function clearCookies(deps: AccountDeps, reply: FastifyReply): void {
  const { secure, name } = cookieOf(deps)
  reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'strict' })
  reply.clearCookie(MARK_COOKIE, { path: '/', secure, sameSite: 'lax' })
}
