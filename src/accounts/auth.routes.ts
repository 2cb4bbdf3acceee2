import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, refuseField } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import { MessageReply } from '../platform/http/platform.contract.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import {
  PasswordRequest,
  SignUpReply,
  SignUpRequest,
  TokenQuery,
  TokenReply,
  TokenRequest,
  UserReply,
} from './accounts.contract.ts'
import { selectAccount } from './accounts.sql.ts'
import { changePassword } from './change-password.ts'
import { answerEntered, answerSession, COOKIES, callerOf, clearSessionCookies } from './cookies.ts'
import { NO_EMAIL, NO_PASSWORD } from './entrance.rules.ts'
import { limitAccounts } from './limits.ts'
import type { AccountDeps } from './passwords.ts'
import { refreshSession } from './refresh-session.ts'
import type { Entered, OpenSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { readBearer } from './tokens.ts'

/** Sign-up, sign-in, sign-out, who is signed in, and changing one's password. */
export function registerAuthRoutes(app: App, deps: AccountDeps): void {
  registerToken(app, deps)
  registerPassword(app, deps)
  route(app, {
    method: 'POST',
    url: '/api/auth/signup',
    access: 'public',
    refuses: [429],
    schema: { body: SignUpRequest, response: { 201: SignUpReply } },
    handler: async (request, reply) => {
      const user = await limitAccounts(deps, request.address, () =>
        signUp(deps, request.body, request.address),
      )
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
    mayUse: ['session'],
    refuses: [429],
    answers: { 200: { headers: COOKIES } },
    schema: {
      querystring: TokenQuery,
      body: TokenRequest,
      response: { 200: TokenReply },
    },
    handler: async (request, reply) => {
      const { grant_type } = request.query
      if (grant_type === 'refresh_token') {
        return await answerSession(deps, reply, await goOn(deps, request, reply))
      }
      return await answerEntered(deps, reply, await enter(deps, request, request.body ?? {}))
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
      const place = { sessionId: session.id, caller: callerOf(deps, request) }
      await changePassword(deps, { account, oldPassword, password, ...place })
      return { message: 'Your password is changed. All other devices are signed out.' }
    },
  })
}

async function enter(
  deps: AccountDeps,
  request: FastifyRequest,
  { email, password }: { email?: string; password?: string },
): Promise<Entered> {
  if (!email?.trim()) refuseField('email', NO_EMAIL)
  if (!password) refuseField('password', NO_PASSWORD)
  return await signIn(deps, { email, password, caller: callerOf(deps, request) })
}

async function goOn(
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
