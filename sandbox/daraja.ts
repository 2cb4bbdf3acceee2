import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Fields, isObject } from './check.ts'
import type { Sandbox } from './context.ts'
import { requestId } from './ids.ts'

/** A refusal in the JSON format of all errors of Daraja's gateway. */
export class DarajaError extends Error {
  readonly statusCode: number
  readonly errorCode: string

  constructor(statusCode: number, errorCode: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.errorCode = errorCode
  }
}

export function invalidField(name: string): DarajaError {
  return new DarajaError(400, '400.002.02', `Bad Request - Invalid ${name}`)
}

export function internalError(): DarajaError {
  return new DarajaError(500, '500.003.1001', 'Internal Server Error')
}

export function sendDarajaError(reply: FastifyReply, error: DarajaError): FastifyReply {
  return reply.code(error.statusCode).send({
    requestId: requestId(),
    errorCode: error.errorCode,
    errorMessage: error.message,
  })
}

function checkBearer(sandbox: Sandbox, request: FastifyRequest): void {
  const match = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  if (!match?.[1]) {
    throw new DarajaError(404, '404.001.04', 'Invalid Authentication Header')
  }
  if (sandbox.faults.chance('token', 'expired') && sandbox.tokens.isAlive(match[1])) {
    sandbox.faults.count('token', 'expired')
    sandbox.tokens.expire()
  }
  if (!sandbox.tokens.isAlive(match[1])) {
    throw new DarajaError(404, '404.001.03', 'Invalid Access Token')
  }
}

/**
 * Registers the checks that all Daraja calls with a token share: first the token, then the JSON.
 */
export function guardDaraja(app: FastifyInstance, sandbox: Sandbox): void {
  app.addHook('onRequest', async (request) => checkBearer(sandbox, request))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    let body: unknown
    try {
      body = JSON.parse(text.toString())
    } catch {
      body = undefined
    }
    if (isObject(body)) done(null, body)
    else done(new DarajaError(400, '400.002.05', 'Invalid Request Payload'))
  })
  // The live service reads a body of any other content type as empty, so it reports the first field
  // as invalid.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _text, done) => done(null, {}))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof DarajaError) return sendDarajaError(reply, error)
    if (error.statusCode && error.statusCode < 500) {
      return sendDarajaError(
        reply,
        new DarajaError(error.statusCode, '400.002.05', 'Invalid Request Payload'),
      )
    }
    throw error
  })
}

export function darajaBody(request: FastifyRequest): Fields {
  return isObject(request.body) ? request.body : {}
}

/**
 * A field as text: clients may send numbers as JSON numbers or as text. '' if the field is missing
 * or has another type.
 */
export function wireText(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** Checks the password: the base64 of shortcode, passkey and timestamp, joined together. */
export function checkPassword(sandbox: Sandbox, fields: Fields): void {
  const { shortCode, passkey } = sandbox.options
  const expected = Buffer.from(`${shortCode}${passkey}${wireText(fields, 'Timestamp')}`)
  if (wireText(fields, 'Password') !== expected.toString('base64')) {
    throw new DarajaError(500, '500.001.1001', '[MerchantValidate] - Wrong credentials')
  }
}

export function checkShortCode(sandbox: Sandbox, fields: Fields): void {
  if (wireText(fields, 'BusinessShortCode') !== sandbox.options.shortCode) {
    throw new DarajaError(500, '500.001.1001', 'Merchant does not exist')
  }
}
