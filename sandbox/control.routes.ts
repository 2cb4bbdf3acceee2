import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadInput, readInteger, readMsisdn, readObject, refuseUnknown } from './check.ts'
import type { Sandbox } from './context.ts'
import { readPlan } from './faults.ts'
import { resultWords } from './results.ts'
import type { Answer, Phone, Prompt } from './state.ts'

type PhoneRequest = FastifyRequest<{ Params: { msisdn: string } }>
type PromptRequest = FastifyRequest<{ Params: { msisdn: string; id: string } }>

const ANSWERS: readonly Answer[] = ['pay', 'cancel', 'ignore']
const MAX_BALANCE_KES = 1_000_000_000
const MAX_DELAY_MS = 3_600_000

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

export function phoneView(sandbox: Sandbox, msisdn: string) {
  const phone = sandbox.state.phone(msisdn)
  return {
    msisdn,
    balance_kes: phone.balance_kes,
    prompts: sandbox.prompts.onScreen(msisdn).map((prompt) => ({
      id: prompt.id,
      amount: prompt.amount,
      business: prompt.business,
      account_reference: prompt.account_reference,
      created_at: prompt.created_at,
    })),
    ussd: sandbox.ussd.onScreen(msisdn),
    messages: phone.messages,
  }
}

function readAnswer(value: unknown, name: string): Answer {
  const answer = ANSWERS.find((known) => known === value)
  if (!answer) throw new BadInput(`${name}: must be one of ${ANSWERS.join(', ')}`)
  return answer
}

function readSettings(
  body: unknown,
): Partial<Pick<Phone, 'auto' | 'delay_ms' | 'balance_kes' | 'registered'>> {
  const fields = readObject(body, 'body')
  refuseUnknown(fields, ['auto', 'delay_ms', 'balance_kes', 'registered'])
  const set: ReturnType<typeof readSettings> = {}
  if (fields.auto !== undefined) {
    set.auto = fields.auto === null ? null : readAnswer(fields.auto, 'auto')
  }
  if (fields.delay_ms !== undefined) {
    set.delay_ms = readInteger(fields.delay_ms, 'delay_ms', 0, MAX_DELAY_MS)
  }
  if (fields.balance_kes !== undefined) {
    set.balance_kes = readInteger(fields.balance_kes, 'balance_kes', 0, MAX_BALANCE_KES)
  }
  if (fields.registered !== undefined) {
    if (typeof fields.registered !== 'boolean') {
      throw new BadInput('registered: must be true or false')
    }
    set.registered = fields.registered
  }
  return set
}

function findPrompt(sandbox: Sandbox, msisdn: string, id: string): Prompt {
  const open = sandbox.prompts.onScreen(msisdn).find((prompt) => prompt.id === id)
  if (open) return open
  for (const prompt of sandbox.state.promptsByCheckout.values()) {
    if (prompt.id === id && prompt.msisdn === msisdn) {
      throw new BadInput('id: this prompt has ended', 409)
    }
  }
  throw new BadInput('id: no such prompt on this phone', 404)
}

function answerPrompt(sandbox: Sandbox, request: PromptRequest) {
  const msisdn = readMsisdn(request.params.msisdn)
  const prompt = findPrompt(sandbox, msisdn, request.params.id)
  const fields = readObject(request.body, 'body')
  refuseUnknown(fields, ['action', 'pin'])
  const action = readAnswer(fields.action, 'action')
  if (action === 'pay' && (typeof fields.pin !== 'string' || !/^\d{4}$/.test(fields.pin))) {
    throw new BadInput('pin: must be four digits, as text')
  }
  const result = sandbox.prompts.answer(prompt, action, String(fields.pin ?? ''))
  if (!result) return { id: prompt.id, action }
  return {
    id: prompt.id,
    action,
    result_code: result.code,
    result_desc: resultWords(result.code),
    receipt: result.receipt ?? null,
  }
}

/**
 * Whether a Host header contains an IP address or this machine's own name. Requests with any other
 * name are refused: a foreign site can let its name resolve to this machine (DNS rebinding), and
 * its pages could then read phones and mail.
 */
function isOwnHost(host: string): boolean {
  const { hostname = '', username } = URL.parse(`http://${host}`) ?? {}
  if (username !== '') return false
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /(^|\.)localhost$/.test(hostname)
}

/** Accepts only callers on this machine. Every refusal has the body `{error}`. */
export function guardControl(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isLoopback(request.ip)) throw new BadInput('only this machine may use this', 403)
    if (!isOwnHost(request.headers.host ?? '')) {
      throw new BadInput('host: open this by its IP address or as localhost', 403)
    }
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply: FastifyReply) => {
    if (!error.statusCode || error.statusCode >= 500) throw error
    const own = error instanceof BadInput
    return reply
      .code(error.statusCode)
      .send({ error: own ? error.message : `body: ${error.message}` })
  })
}

/** Routes to control the simulated phones, for scripts and tests on this machine. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { faults, state, prompts } = sandbox
  guardControl(app)
  app.get('/phones/:msisdn', async (request: PhoneRequest) =>
    phoneView(sandbox, readMsisdn(request.params.msisdn)),
  )
  app.put('/phones/:msisdn', async (request: PhoneRequest) => {
    const msisdn = readMsisdn(request.params.msisdn)
    const set = readSettings(request.body)
    state.record({ type: 'phone', msisdn, set })
    for (const prompt of prompts.onScreen(msisdn)) prompts.present(prompt)
    return phoneView(sandbox, msisdn)
  })
  app.post('/phones/:msisdn/prompts/:id', async (request: PromptRequest) =>
    answerPrompt(sandbox, request),
  )
  app.get('/faults', async () => ({ plan: faults.plan, counts: faults.counts }))
  app.put('/faults', async (request) => {
    faults.set(readPlan(request.body))
    return { plan: faults.plan, counts: faults.counts }
  })
  app.delete('/faults', async () => {
    const counts = faults.counts
    faults.set({})
    return { plan: faults.plan, counts }
  })
  app.get('/ledger', async () => state.ledger)
}
