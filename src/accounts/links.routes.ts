import { type App, route } from '../platform/http/http.ts'
import { MessageReply } from '../platform/http/platform.contract.ts'
import {
  ConfirmRequest,
  ForgotRequest,
  LinkReply,
  LinkRequest,
  ResetRequest,
  TokenReply,
} from './accounts.contract.ts'
import { confirmAccount } from './confirm-account.ts'
import { answerEntered, COOKIES, callerOf, setBrowserCookie } from './cookies.ts'
import { AccountError } from './errors.ts'
import { limitAccounts } from './limits.ts'
import { selectLink } from './links.sql.ts'
import type { AccountDeps } from './passwords.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { selectSignUpOfLink } from './sign-ups.sql.ts'
import { hashToken } from './tokens.ts'

const answers = { 200: MessageReply }

/** Asking for links by e-mail, and what the pages post that such links open. */
export function registerLinkRoutes(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/forgot',
    access: 'public',
    refuses: [429],
    schema: { body: ForgotRequest, response: answers },
    handler: async (request) => {
      await limitAccounts(deps, request.address, () => requestReset(deps, request.body.email))
      return {
        message: 'If this address has an account, a link to choose a new password is on its way.',
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
      return await describeLink(deps, request.body.token)
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
      const given = { token, password, newPassword, fullName }
      const entered = await confirmAccount(deps, { ...given, caller: callerOf(deps, request) })
      return await answerEntered(deps, reply, entered)
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
      return { message: 'Your password is changed. Please sign in.' }
    },
  })
}

async function describeLink(deps: AccountDeps, token: string): Promise<LinkReply> {
  const hash = hashToken(token)
  const now = deps.clock.now()
  const signUp = await selectSignUpOfLink(deps.db, hash, now)
  if (signUp) return { purpose: 'confirm', email: signUp.email, full_name: signUp.full_name }
  const link = await selectLink(deps.db, hash, now)
  if (!link) throw new AccountError('link_ended')
  return { purpose: 'reset', email: link.email, full_name: link.full_name }
}
