import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { type Fields, isObject } from './check.ts'
import type { Sandbox } from './context.ts'
import { dropConnection } from './gateway.ts'
import { messageId } from './ids.ts'
import { smsParts } from './parts.ts'

const DEFAULT_SENDER = 'AFRICASTKNG'
const PRICE_KES = 0.8
/** The gateway appends this text to the first message that a phone gets from a sender. */
const OPT_OUT = '\nSTOP*456*9*5#'

interface Recipient {
  statusCode: number
  number: string
  status: string
  cost: string
  messageId: string
}

function formText(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

function deliver(sandbox: Sandbox, number: string, from: string, message: string): Recipient {
  if (!/^\+254[17]\d{8}$/.test(number)) {
    return { statusCode: 403, number, status: 'InvalidPhoneNumber', cost: '0', messageId: 'None' }
  }
  const msisdn = number.slice(1)
  const first = !sandbox.state.phone(msisdn).messages.some((other) => other.from === from)
  const text = first ? message + OPT_OUT : message
  const id = messageId()
  const sent_at = new Date().toISOString()
  sandbox.state.record({ type: 'message', msisdn, message: { id, from, text, sent_at } })
  const cost = `KES ${(smsParts(text) * PRICE_KES).toFixed(4)}`
  return { statusCode: 101, number, status: 'Success', cost, messageId: id }
}

/** SMS cost nothing here, so the balance stays. */
const SMS_BALANCE = 'KES 10000.00'

function summary(recipients: Recipient[]): string {
  const accepted = recipients.filter((recipient) => recipient.statusCode === 101)
  const total = accepted.reduce((sum, { cost }) => sum + Number(cost.slice(4)), 0)
  const price = total === 0 ? '0' : `KES ${total.toFixed(4)}`
  return `Sent to ${accepted.length}/${recipients.length} Total Cost: ${price}`
}

function report(sandbox: Sandbox, recipients: Recipient[]): void {
  for (const { statusCode, messageId, number } of recipients) {
    if (statusCode === 101) void sandbox.reports.send(messageId, number)
  }
}

export async function smsRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const { faults, waits } = sandbox
  await app.register(formbody)
  app.get('/version1/user', async (request, reply) => {
    const { atApiKey, atUsername } = sandbox.options
    const { username } = request.query as { username?: unknown }
    if (request.headers.apikey !== atApiKey || username !== atUsername) {
      return reply.code(401).type('text/plain').send('The supplied authentication is invalid')
    }
    return { UserData: { balance: SMS_BALANCE } }
  })
  app.post('/version1/messaging', async (request, reply) => {
    const fields = isObject(request.body) ? request.body : {}
    const { atApiKey, atUsername } = sandbox.options
    if (request.headers.apikey !== atApiKey || formText(fields, 'username') !== atUsername) {
      return reply.code(401).type('text/plain').send('The supplied authentication is invalid')
    }
    for (const name of ['to', 'message']) {
      if (formText(fields, name).trim() === '') {
        const words = `Request is missing required form field '${name}'`
        return reply.code(400).type('text/plain').send(words)
      }
    }
    const delayMs = faults.delay('sms')
    const tooMany = faults.chance('sms', 'http_429')
    const fail = faults.chance('sms', 'http_500')
    const drop = faults.chance('sms', 'drop_after_accept')
    if (delayMs > 0) {
      faults.count('sms', 'delay_ms')
      await waits.sleep(delayMs)
    }
    if (tooMany) {
      faults.count('sms', 'http_429')
      return reply.code(429).type('text/plain').send('Too Many Requests')
    }
    if (fail) {
      faults.count('sms', 'http_500')
      return reply.code(500).type('text/plain').send('Internal Server Error')
    }
    const numbers = formText(fields, 'to').split(',')
    const unique = [...new Set(numbers.map((number) => number.trim()).filter(Boolean))]
    const from = formText(fields, 'from') || DEFAULT_SENDER
    const message = formText(fields, 'message')
    const recipients = unique.map((number) => deliver(sandbox, number, from, message))
    report(sandbox, recipients)
    if (drop) {
      faults.count('sms', 'drop_after_accept')
      dropConnection(request, reply)
      return reply
    }
    const body = { SMSMessageData: { Message: summary(recipients), Recipients: recipients } }
    return reply.code(201).send(body)
  })
}
