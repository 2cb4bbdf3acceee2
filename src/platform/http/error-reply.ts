import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseErrorCode, isDatabaseUnavailable } from '../database/db.ts'
import { AppError, isDiskFull } from '../errors.ts'
import { type Language, requestedLanguage } from '../values/language.rules.ts'

/**
 * The status, headers and body of an error. For replies of routes, and for responses written to the
 * socket. With `hasMessage` the body also contains the text as `message` (see `errorsHaveMessage`
 * of a route).
 */
export function errorReply(failure: AppError, language: Language = 'en', hasMessage = false) {
  const { status, retryAfter, allow } = failure
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  if (allow) headers.allow = allow.join(', ')
  // RFC 9110, 11.6.1: a 401 names the way to authenticate. For Bearer, browsers show no sign-in
  // dialog.
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  const body = failure.body(language)
  if (hasMessage) body.message = body.error
  return { status, headers, body }
}

export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toAppError(error)
  const isFault = failure.status >= 500 && !request.isShed
  if (isFault) request.log.error({ err: error, req: request }, 'a request failed')
  const { errorsHaveMessage } = request.routeOptions.config as { errorsHaveMessage?: boolean }
  const language = requestedLanguage(request.headers)
  const { status, headers, body } = errorReply(failure, language, errorsHaveMessage)
  if (status === 500) body.id = request.id
  return reply.code(status).headers(headers).send(body)
}

/** Turns any thrown value into an AppError. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const failure = error as {
    statusCode?: number
    code?: string
    validation?: Parameters<typeof fieldError>[0]
  }
  if (failure.validation) return fieldError(failure.validation)
  // The schema accepted the value, but the database cannot store it.
  if (databaseErrorCode(error)?.startsWith('22')) return new AppError('invalid_field')
  if (isDatabaseUnavailable(error) || isDiskFull(error)) {
    return new AppError('unavailable', { retryAfter: 5 })
  }
  switch (failure.statusCode) {
    case 413:
      return new AppError('too_large')
    case 415:
      return new AppError('unsupported_type')
    // A path segment longer than `maxParamLength` cannot be the name of anything.
    case 404:
    case 414:
      return new AppError('not_found')
  }
  if (/^FST_ERR_CTP_(EMPTY|INVALID)_JSON_BODY$/.test(failure.code ?? '')) {
    return new AppError('bad_request', { text: 'body must be JSON.', details: { field: 'body' } })
  }
  if (failure.statusCode && failure.statusCode < 500) return new AppError('bad_request')
  return new AppError('internal')
}

type Fault = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

/** Makes an error that names the field, which is in the validator's message as a path. */
export function fieldError(faults: readonly Fault[]): AppError {
  const fault = faults[0]
  if (!fault) return new AppError('invalid_field')
  const field = fieldName(fault)
  const choices = choicesAt(faults, fault.instancePath)
  const text = `${field} ${choices ?? rule(fault)}.`
  return new AppError('invalid_field', { text, details: { field } })
}

function fieldName(fault: Fault): string {
  const path = fault.instancePath.split('/').filter(Boolean)
  const inner = fault.params.missingProperty ?? fault.params.additionalProperty
  if (typeof inner === 'string') path.push(inner)
  return path.join('.') || 'body'
}

/**
 * For a value with several alternatives, the validator reports one fault per alternative: returns
 * the list of alternatives.
 */
function choicesAt(faults: readonly Fault[], path: string): string | null {
  const here = faults.filter(({ instancePath }) => instancePath === path)
  if (!here.some(({ keyword }) => keyword === 'anyOf')) return null
  const values = here.flatMap(({ keyword, params }) =>
    keyword === 'const' ? [params.allowedValue] : [],
  )
  const kinds = here.flatMap(({ keyword, params }) => (keyword === 'type' ? [params.type] : []))
  if (values.length > 0) return oneOf(values)
  return kinds.length > 1 ? `must be ${article(kinds.join())}` : null
}

/** The rule that the value violates, in words for people, without keywords of JSON Schema. */
function rule({ keyword, params }: Fault): string {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a field of this request'
    case 'type':
      return `must be ${article(String(params.type))}`
    case 'const':
      return oneOf([params.allowedValue])
    case 'enum':
      return oneOf(params.allowedValues as unknown[])
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must name at least ${limit}`
    case 'maxItems':
      return `must name at most ${limit}`
    case 'minimum':
      return `must be ${limit} or more`
    case 'maximum':
      return `must be ${limit} or less`
    case 'exclusiveMinimum':
      return `must be more than ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'format':
    case 'pattern':
      return 'does not have the right form'
    default:
      return 'is not valid'
  }
}

function oneOf(values: unknown[]): string {
  return `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`
}

function article(type: string): string {
  const names = type.split(',').map((name) => (name === 'integer' ? 'a whole number' : name))
  return names
    .map((name) => (/^a /.test(name) ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`))
    .join(' or ')
}

/**
 * An error that names the field with a zero byte, at any depth, because PostgreSQL stores no zero
 * byte in text. Null if there is none.
 */
export function zeroByteError(given: unknown): AppError | null {
  const left: [path: string, value: unknown][] = [['', given]]
  // A loop instead of recursion: deeply nested input must not overflow the stack.
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && value.includes('\0')) {
      const text = `${path} must not hold a zero byte.`
      return new AppError('invalid_field', { text, details: { field: path } })
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      left.push([path ? `${path}.${name}` : name, inner])
    }
  }
  return null
}
