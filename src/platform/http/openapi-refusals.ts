import type { DescribedRoute } from './described-route.ts'

type Refusal = { says: string; headers?: Record<string, object> }

const RETRY_AFTER = {
  'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } },
}

/** Every status of a refusal, and what it always carries. */
const REFUSALS: Record<number, Refusal> = {
  400: { says: 'The request could not be understood.' },
  401: {
    says: 'Nobody is signed in, or what was sent for it is good no more.',
    headers: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } },
  },
  403: { says: 'Not for this account, or asked by a page of another site.' },
  404: { says: 'There is no such thing, or it is not for this account.' },
  408: { says: 'The request took too long to arrive.' },
  409: { says: 'It does not fit what is there by now.' },
  410: { says: 'It was there, and is no more.' },
  413: { says: 'The body is too large.' },
  415: { says: 'The body is of a type that is not read here.' },
  422: { says: 'A field is wrong; `field` names it where it can be told.' },
  429: { says: 'Too many of these. Try again later.', headers: RETRY_AFTER },
  431: { says: 'The headers are too large.' },
  500: { says: 'A fault of ours; `id` is the number under which the log has it.' },
  503: {
    says: 'Busy or starting: nothing was done. `overloaded` is refused at once, since too many came; ask the same again after `Retry-After`.',
    headers: RETRY_AFTER,
  },
}

/** Any request may be unreadable, carry a bearer that has ended, or meet a server that is busy. */
const OF_ALL = [400, 401, 408, 431, 500, 503]

/** What follows from a route's own words; `refuses` says the rest. */
function statusesOf({
  method,
  url,
  access,
  schema,
  takes,
  refuses = [],
}: DescribedRoute): number[] {
  const changes = method !== 'GET'
  const isAsRead = takes?.['*/*'] !== undefined
  const hasFields = schema?.body ?? schema?.querystring ?? schema?.params
  const found = [
    ...OF_ALL,
    ...(changes || access === 'admin' || access === 'operator' ? [403] : []),
    ...(/[:*]/.test(url) ? [404] : []),
    ...(changes ? [413] : []),
    ...(changes && !isAsRead ? [415] : []),
    ...(hasFields ? [422] : []),
    ...refuses,
  ]
  return [...new Set(found)].sort((a, b) => a - b)
}

const form = (route: DescribedRoute) => (route.errorsHaveMessage ? 'ErrorWithMessage' : 'Error')

/** Those that its own answers do not describe. */
export function refusalsOf(route: DescribedRoute): Record<number, object> {
  const statuses = statusesOf(route).filter((status) => !route.answers?.[status])
  const refusals = statuses.map((status) => [
    status,
    { $ref: `#/components/responses/${form(route)}${status}` },
  ])
  return Object.fromEntries(refusals)
}

/** What refusalsOf refers to. */
export function refusedAnswers(): Record<string, object> {
  const answers = ['Error', 'ErrorWithMessage'].flatMap((schema) =>
    Object.entries(REFUSALS).map(([status, { says, headers }]) => [
      `${schema}${status}`,
      {
        description: says,
        ...(headers && { headers }),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  )
  return Object.fromEntries(answers)
}
