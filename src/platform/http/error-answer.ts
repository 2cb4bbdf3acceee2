import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseErrorCode, isDatabaseUnavailable } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { isDiskFull } from '../storage/storage.ts'
import { fieldError } from './field-error.ts'

/**
 * What a failure is answered with, whoever writes it: a route's reply, or the bare socket. With
 * `hasMessage` its text is there under that name, too (`errorsHaveMessage` of a route).
 */
export function errorAnswer(failure: AppError, hasMessage = false) {
  const { status, retryAfter, allow } = failure
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  if (allow) headers.allow = allow.join(', ')
  // RFC 9110, 11.6.1: how one could be let in. Browsers ask nobody for a bearer.
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  const body = failure.body()
  if (hasMessage) body.message = failure.message
  return { status, headers, body }
}

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toAppError(error)
  // Those who are refused under load are counted: a line for each would be more load.
  const isFault = failure.status >= 500 && failure.code !== 'overloaded'
  if (isFault) request.log.error({ err: error, req: request }, 'a request failed')
  const { errorsHaveMessage } = request.routeOptions.config as { errorsHaveMessage?: boolean }
  const { status, headers, body } = errorAnswer(failure, errorsHaveMessage)
  if (status === 500) body.id = request.id
  return reply.code(status).headers(headers).send(body)
}

/** Turns whatever was thrown into the one form of an error answer. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const failure = error as {
    statusCode?: number
    code?: string
    validation?: Parameters<typeof fieldError>[0]
  }
  if (failure.validation) return fieldError(failure.validation)
  // A value that the schema let through and the database cannot hold.
  if (databaseErrorCode(error)?.startsWith('22')) return new AppError('invalid_field')
  if (isDatabaseUnavailable(error) || isDiskFull(error)) {
    return new AppError('unavailable', { retryAfter: 5 })
  }
  switch (failure.statusCode) {
    case 413:
      return new AppError('too_large')
    case 415:
      return new AppError('unsupported_type')
    // A part of a path that is longer than any name of ours (maxParamLength) names nothing.
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
