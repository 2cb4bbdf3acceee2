import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { toServiceFee } from '../accounts/fees/service-fee.rules.ts'
import { pageText } from '../messages/pages.text.ts'
import { REPLIES } from '../messages/replies.text.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { actionRoute } from '../platform/http/action-route.ts'
import { type App, route } from '../platform/http/http.ts'
import { IdParams, MessageReply } from '../platform/http/platform.contract.ts'
import { within } from '../platform/limits/limits.ts'
import { requestedLanguage } from '../platform/values/language.rules.ts'
import { ComplaintReply, ComplaintRequest, SettledComplaint } from './complaint.contract.ts'
import { COMPLAINT_SENT } from './complaint.rules.ts'
import { complain, settle } from './complaints.ts'
import { CONTACT_SENT } from './contact.rules.ts'
import { maskEmail, SUBSCRIBED, UNSUBSCRIBED, unsubscribeUrl } from './newsletter.rules.ts'
import { subscribeNewsletter, unsubscribeNewsletter } from './newsletter.ts'
import { OrganizerFacts } from './organizer-facts.contract.ts'
import { readOrganizerFacts } from './organizer-facts.ts'
import {
  ContactRequest,
  NewsletterRequest,
  SiteReply,
  SubscriptionReply,
  UnsubscribeRequest,
} from './site.contract.ts'
import { selectSubscriber } from './site.sql.ts'
import { submitContact } from './submit-contact.ts'

type SiteDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const HOUR_MS = 3600_000
const answers = { 200: MessageReply }
const TokenParams = Type.Object({ token: Type.String({ maxLength: 100 }) })

export function registerSiteRoutes(app: App, deps: SiteDeps): void {
  registerForms(app, deps)
  registerComplaints(app, deps)
  registerSubscriptions(app, deps)
  route(app, {
    method: 'GET',
    url: '/api/site',
    access: 'public',
    schema: { response: { 200: SiteReply } },
    handler: async () => ({
      support_email: deps.env.support.email,
      support_phone: deps.env.support.phone,
      office: deps.env.support.office,
      ussd_code: deps.env.ussdCode,
      service_fee: toServiceFee(deps.env.serviceFee),
      payout_decision_days: deps.env.payoutDecisionDays,
    }),
  })
}

/** The text in the language of the page that sends the request. */
function textFor({ headers }: FastifyRequest, english: string): string {
  return pageText(english)[requestedLanguage(headers)]
}

function registerForms(app: App, deps: SiteDeps): void {
  const { contactPerAddress, newsletterPerAddress } = deps.env.limits
  route(app, {
    method: 'POST',
    url: '/api/functions/newsletter',
    access: 'public',
    refuses: [429],
    schema: { body: NewsletterRequest, response: answers },
    handler: async (request) => {
      const max = newsletterPerAddress
      const limit = { key: `newsletter:${request.address}`, max, windowMs: HOUR_MS }
      const language = requestedLanguage(request.headers)
      await within(deps, [limit], () => subscribeNewsletter(deps, request.body, language))
      return { message: textFor(request, SUBSCRIBED) }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/contact',
    access: 'public',
    refuses: [429],
    schema: { body: ContactRequest, response: answers },
    handler: async (request) => {
      const limit = { key: `contact:${request.address}`, max: contactPerAddress, windowMs: HOUR_MS }
      await within(deps, [limit], () => submitContact(deps, request.body))
      return { message: textFor(request, CONTACT_SENT) }
    },
  })
}

/**
 * Adds 'Report this event', the admins' button that settles a report, and the facts about the
 * organizer that an admin reads before a decision.
 */
function registerComplaints(app: App, deps: SiteDeps): void {
  const { contactPerAddress: max } = deps.env.limits
  route(app, {
    method: 'POST',
    url: '/api/events/:id/complaints',
    access: 'public',
    refuses: [404, 429],
    schema: { params: IdParams, body: ComplaintRequest, response: answers },
    handler: async (request) => {
      const limit = { key: `complaint:${request.address}`, max, windowMs: HOUR_MS }
      await within(deps, [limit], () => complain(deps, request.params.id, request.body))
      return { message: textFor(request, COMPLAINT_SENT) }
    },
  })
  actionRoute(app, {
    url: '/api/complaints/:id/settle',
    access: 'admin',
    refuses: [],
    body: SettledComplaint,
    reply: ComplaintReply,
    act: (viewer, id, { words }) => settle(deps, viewer, id, words.trim()),
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/organizer_facts',
    access: 'admin',
    refuses: [404],
    schema: { params: IdParams, response: { 200: OrganizerFacts } },
    handler: (request) => readOrganizerFacts(deps, request.params.id),
  })
}

function registerSubscriptions(app: App, deps: SiteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/newsletter/:token',
    access: 'public',
    schema: { params: TokenParams, response: { 200: SubscriptionReply } },
    handler: async (request, reply) => {
      const subscriber = await selectSubscriber(deps.db, request.params.token)
      if (!subscriber) throw new AppError('not_found', { text: REPLIES.unknownLink })
      const { email, unsubscribed_at } = subscriber
      reply.header('cache-control', 'no-store')
      return { email: maskEmail(email), subscribed: unsubscribed_at === null }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/newsletter/unsubscribe',
    access: 'public',
    refuses: [404],
    schema: { body: UnsubscribeRequest, response: answers },
    handler: async (request) => {
      await unsubscribeNewsletter(deps, request.body.token)
      return { message: textFor(request, UNSUBSCRIBED) }
    },
  })
  // Two clients post here: mail programs, for one-click unsubscribing (RFC 8058), and the page's
  // form without script.
  route(app, {
    method: 'POST',
    url: '/newsletter/unsubscribe/:token',
    access: 'public',
    answers: { 200: { schema: MessageReply }, 303: { headers: { Location: Type.String() } } },
    takes: { 'application/x-www-form-urlencoded': Type.Object({}) },
    schema: { params: TokenParams },
    handler: async (request, reply) => {
      const { token } = request.params
      await unsubscribeNewsletter(deps, token)
      const form = request.body as Record<string, unknown> | null
      const isProgram = form?.['List-Unsubscribe'] === 'One-Click'
      if (isProgram || !/\btext\/html\b/.test(request.headers.accept ?? '')) {
        return { message: textFor(request, UNSUBSCRIBED) }
      }
      return reply.redirect(unsubscribeUrl('', token), 303)
    },
  })
}
