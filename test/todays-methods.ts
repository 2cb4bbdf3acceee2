import { METHODS } from 'node:http'
import { isTorture } from './torture/daily.ts'

/**
 * The methods of Node's parser that a test can send to a path, and whose refusals have a body.
 * CONNECT has no path (see http-raw.test.ts); responses to HEAD and OPTIONS have no body.
 */
export const SENDABLE = METHODS.filter((method) => !['CONNECT', 'HEAD', 'OPTIONS'].includes(method))

const COMMON = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The methods to send to path number `n`: in `npm run torture` all methods, and in `npm test` the
 * common methods and one further method for each path.
 */
export function todaysMethods(n: number): string[] {
  return SENDABLE.filter(
    (method, index) => isTorture || COMMON.includes(method) || index === n % SENDABLE.length,
  )
}
