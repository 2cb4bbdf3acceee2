import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isUnreadableValue } from '../database/db.ts'
import { AppError, isDiskFull } from '../errors.ts'
import { StorageFailure } from '../storage/storage.ts'
import { type Language, requestedLanguage } from '../values/language.rules.ts'
import { clientValueError, fieldError } from './field-error.ts'

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
  const failure = toAppError(error, request)
  const isFault = failure.status >= 500 && !request.isShed
  if (isFault) request.log.error({ err: error, req: request }, 'a request failed')
  const { errorsHaveMessage } = request.routeOptions.config as { errorsHaveMessage?: boolean }
  const language = requestedLanguage(request.headers)
  const { status, headers, body } = errorReply(failure, language, errorsHaveMessage)
  if (status === 500) body.id = request.id
  return reply.code(status).headers(headers).send(body)
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const failure = error as {
    statusCode?: number
    code?: string
    validation?: Parameters<typeof fieldError>[0]
  }
  if (failure.validation) return fieldError(failure.validation)
  // The schema accepted a value that PostgreSQL cannot read or store.
  if (isUnreadableValue(error)) return clientValueError(error, request) ?? new AppError('internal')
  const isStorageAway = error instanceof StorageFailure
  if (isDatabaseUnavailable(error) || isDiskFull(error) || isStorageAway) {
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
    return new AppError('bad_request', {
      text: 'The request must be JSON.',
      details: { field: 'body' },
    })
  }
  if (failure.statusCode && failure.statusCode < 500) return new AppError('bad_request')
  return new AppError('internal')
}

/** The error that names the field with a zero byte, at any depth: PostgreSQL cannot store it. */
export function zeroByteError(body: unknown): AppError | null {
  const left: [path: string, value: unknown][] = [['', body]]
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
