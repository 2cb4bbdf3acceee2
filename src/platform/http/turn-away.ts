import type { FastifyInstance } from 'fastify'
import type { AppError } from '../errors.ts'
import type { Admission } from './admission.ts'
import { answerEarly } from './answer-early.ts'
import { errorAnswer } from './error-answer.ts'

/**
 * Refuses who comes while there are too many orders before the framework sees them: refusing is all
 * that is done then for most, and whatever it takes is taken from those who buy. Only where the
 * address has no part that varies and the answer is in English; the others are refused by a hook.
 */
export function turnAway(app: FastifyInstance, admission: Admission): void {
  /** Each with whether its errors have a message. */
  const refusable = new Map<string, boolean>()
  app.addHook('onRoute', ({ method, url, config }) => {
    const { work, errorsHaveMessage = false } = (config ?? {}) as {
      work?: unknown
      errorsHaveMessage?: boolean
    }
    if (work !== 'orders' || url.includes(':')) return
    for (const one of [method].flat()) refusable.set(`${one} ${url}`, errorsHaveMessage)
  })
  const common = Object.entries(app.commonHeaders).flat()
  const answers = { withMessage: makeAnswers(common, true), plain: makeAnswers(common, false) }
  answerEarly(app, (request, response) => {
    const hasMessage = refusable.get(`${request.method} ${request.url}`)
    if (hasMessage === undefined || request.headers['x-language'] !== undefined) return false
    const failure = admission.refusal('orders')
    if (!failure) return false
    const { status, headers, text } = answers[hasMessage ? 'withMessage' : 'plain'](failure)
    response.writeHead(status, headers)
    response.end(text)
    return true
  })
}

type Answer = { status: number; headers: string[]; text: string }

/** Written out once: a line refuses many with the same failure. */
function makeAnswers(common: string[], hasMessage: boolean): (failure: AppError) => Answer {
  const made = new WeakMap<AppError, Answer>()
  return (failure) => {
    const known = made.get(failure)
    if (known) return known
    const { status, headers, body } = errorAnswer(failure, hasMessage)
    const text = JSON.stringify(body)
    const length = ['content-length', String(Buffer.byteLength(text))]
    const answer = {
      status,
      headers: [...common, ...Object.entries(headers).flat(), ...length],
      text,
    }
    made.set(failure, answer)
    return answer
  }
}
