import type { FastifyInstance } from 'fastify'
import {
  BadInput,
  type Fields,
  readInteger,
  readMsisdn,
  readObject,
  refuseUnknown,
} from './check.ts'
import type { Sandbox } from './context.ts'
import { guardControl } from './control.routes.ts'
import type { Business } from './ledger.ts'
import { OPERATION_WORDS } from './operation-results.ts'
import type { TypedPayment } from './paybills.ts'
import { PIN } from './prompts.ts'
import { reverseByProvider } from './provider-reversal.ts'
import { resultWords } from './results.ts'

const MAX_KES = 1_000_000_000

const AMOUNTS: readonly (keyof Business)[] = [
  'working_kes',
  'utility_kes',
  'reversal_charge_kes',
  'b2c_charge_kes',
  'b2b_charge_kes',
]
const SWITCHES: readonly (keyof Business)[] = ['external_validation', 'masked_pull']

function readBusiness(body: unknown): Partial<Business> {
  const fields = readObject(body, 'body')
  refuseUnknown(fields, [...AMOUNTS, 'charges_kes', ...SWITCHES])
  const set: Record<string, number | boolean> = {}
  for (const [name, value] of Object.entries(fields)) {
    if ((SWITCHES as readonly string[]).includes(name)) {
      if (typeof value !== 'boolean') throw new BadInput(`${name}: must be true or false`)
      set[name] = value
    } else set[name] = readInteger(value, name, name === 'charges_kes' ? -MAX_KES : 0, MAX_KES)
  }
  return set
}

function readText(fields: Fields, name: string, holds: RegExp, must: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || !holds.test(value))
    throw new BadInput(`${name}: must be ${must}`)
  return value
}

function readPayment(sandbox: Sandbox, body: unknown): TypedPayment {
  const fields: Fields = {
    business: sandbox.options.shortCode,
    pin: PIN,
    ...readObject(body, 'body'),
  }
  refuseUnknown(fields, ['msisdn', 'account', 'amount', 'business', 'pin'])
  return {
    msisdn: readMsisdn(String(fields.msisdn ?? '')),
    account: readText(fields, 'account', /^[^\p{Cc}]{1,20}$/u, 'text of 1 to 20 characters'),
    amount: readInteger(fields.amount, 'amount', 1, MAX_KES),
    business: readText(fields, 'business', /^\d{1,10}$/, 'digits, as text'),
    pin: readText(fields, 'pin', /^\d{4}$/, 'four digits, as text'),
  }
}

const REFUSALS: Record<string, string> = {
  C2B00011: 'Invalid MSISDN',
  C2B00012: 'Invalid account number',
  C2B00013: 'Invalid amount',
  C2B00014: 'Invalid KYC details',
  C2B00015: 'Invalid short code',
  C2B00016: 'Other error',
}

function wordsOf(code: number | string): string {
  return typeof code === 'number' ? resultWords(code) : (REFUSALS[code] ?? 'Rejected')
}

/**
 * Routes for paybill payments from a phone, for reversals that Safaricom makes, and for the business's
 * M-Pesa balances and settings.
 */
export function businessRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { options, paybills, state } = sandbox
  guardControl(app)
  const view = () => ({
    short_code: options.shortCode,
    b2c_short_code: options.b2cShortCode,
    ...state.business,
    c2b: state.c2b,
  })
  app.get('/business', async () => view())
  app.put('/business', async (request) => {
    state.record({ type: 'business', set: readBusiness(request.body) })
    return view()
  })
  app.post('/paybill', async (request) => {
    const { code, receipt } = await paybills.pay(readPayment(sandbox, request.body))
    return { result_code: code, result_desc: wordsOf(code), receipt }
  })
  app.post('/reversals', async (request) => {
    const fields = readObject(request.body, 'body')
    refuseUnknown(fields, ['receipt'])
    const original = readText(fields, 'receipt', /^[A-Z0-9]{10}$/, 'a receipt')
    const { code, receipt } = reverseByProvider(sandbox, original)
    return { result_code: code, result_desc: OPERATION_WORDS[code], receipt }
  })
  app.delete('/c2b', async () => {
    if (state.c2b) state.record({ type: 'c2b_registered', registration: null })
    return view()
  })
  app.get('/certificate', async (_request, reply) =>
    reply.type('application/x-pem-file').send(sandbox.initiator.certificate),
  )
}
