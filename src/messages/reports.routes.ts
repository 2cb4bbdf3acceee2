import { Type } from 'typebox'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import { isOneOf } from '../platform/http/is-one-of.ts'
import { normalisePhone, PHONE_ERROR } from '../platform/values/phone.rules.ts'
import { recordOptOut, recordReport } from './delivery-reports.ts'

const Report = Type.Object({
  /** The id of the message. If it is not a text, the report is logged and changes nothing. */
  id: Type.Optional(Type.Unknown()),
  status: Type.String({ minLength: 1 }),
  phoneNumber: Type.String({ minLength: 1 }),
  /** May be of any type; ignored unless it is a string. */
  failureReason: Type.Optional(Type.Unknown()),
})

/** The gateway also posts `senderId`. The shop ignores it, because Lango has only one sender. */
const OptOut = Type.Object({ phoneNumber: Type.String({ minLength: 1 }) })

type ReportDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log'>

/** Adds the report routes. Africa's Talking does not sign its calls, so the URL has a secret. */
export function registerReportRoutes(app: App, deps: ReportDeps): void {
  registerReports(app, deps)
  registerOptOuts(app, deps)
}

function registerReports(app: App, deps: ReportDeps): void {
  route(app, {
    method: 'POST',
    url: '/cb/s/:token',
    work: 'free',
    access: 'public',
    refuses: [422],
    answers: { 200: { schema: Type.Object({ received: Type.Literal(true) }) } },
    takes: { 'application/x-www-form-urlencoded': Report, 'application/json': Report },
    handler: async (request) => {
      const { token } = request.params as { token: string }
      if (!isOurs(token, deps.env)) throw new AppError('not_found')
      const form = request.body as Record<string, unknown> | null
      const field = (name: string) => text(form?.[name])
      const [id, status, phoneNumber] = [field('id'), field('status'), field('phoneNumber')]
      if (!status || !phoneNumber) {
        throw new AppError('invalid_field', { text: 'status and phoneNumber are required.' })
      }
      // A report without an id cannot belong to a message of Lango. It is accepted, because the
      // gateway would repeat a refused report.
      if (!id) {
        deps.log.warn({ status }, 'a delivery report has no id')
        return { received: true as const }
      }
      await recordReport(deps, {
        id,
        status,
        phoneNumber,
        failureReason: field('failureReason') || null,
      })
      return { received: true as const }
    },
  })
}

function registerOptOuts(app: App, deps: ReportDeps): void {
  route(app, {
    method: 'POST',
    url: '/cb/s/:token/opt-out',
    work: 'free',
    access: 'public',
    refuses: [422],
    answers: { 200: { schema: Type.Object({ received: Type.Literal(true) }) } },
    takes: { 'application/x-www-form-urlencoded': OptOut, 'application/json': OptOut },
    handler: async (request) => {
      const { token } = request.params as { token: string }
      if (!isOurs(token, deps.env)) throw new AppError('not_found')
      const form = request.body as Record<string, unknown> | null
      const phone = normalisePhone(text(form?.phoneNumber))
      if (phone === null) throw new AppError('invalid_field', { text: PHONE_ERROR })
      await recordOptOut(deps, phone)
      return { received: true }
    },
  })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 200) : ''
}

function isOurs(token: string, { sms }: Deps['env']): boolean {
  return isOneOf(token, [sms.reportToken, ...sms.reportTokensAlso])
}
