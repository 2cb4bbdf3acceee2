import { type App, route } from '../platform/http.ts'
import { MessageReply } from '../platform/platform.contract.ts'
import { viewerOf } from '../platform/viewer.ts'
import { ForgotRequest, LinkReply, LinkRequest, ResetRequest } from './accounts.contract.ts'
import { confirmAccount } from './confirm-account.ts'
import { AccountError } from './errors.ts'
import { limitAccounts } from './limits.ts'
import { selectLink } from './links.sql.ts'
import type { AccountDeps } from './passwords.ts'
import { requestReset } from './request-reset.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { resetPassword } from './reset-password.ts'
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
      const link = await selectLink(deps.db, hashToken(request.body.token), deps.clock.now())
      if (!link) throw new AccountError('link_ended')
      const { email, full_name } = link
      return { purpose: link.purpose as LinkReply['purpose'], email, full_name }
    },
  })
  registerConfirmation(app, deps)
  route(app, {
    method: 'POST',
    url: '/api/auth/reset',
    access: 'public',
    refuses: [410],
    schema: { body: ResetRequest, response: answers },
    handler: async (request) => {
      await resetPassword(deps, request.body)
      return { message: 'Your password is changed. Please sign in.' }
    },
  })
}

function registerConfirmation(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/confirm',
    access: 'public',
    refuses: [410],
    schema: { body: LinkRequest, response: answers },
    handler: async (request) => {
      await confirmAccount(deps, request.body.token)
      return { message: 'Your address is confirmed.' }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/confirm/resend',
    access: 'organizer',
    refuses: [409, 429],
    schema: { response: answers },
    handler: async (request) => {
      await resendConfirmation(deps, viewerOf(request).accountId)
      return { message: 'The link is on its way to your mailbox.' }
    },
  })
}
