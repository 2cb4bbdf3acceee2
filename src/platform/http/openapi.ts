import { type TSchema, Type } from 'typebox'
import type { Answer, DescribedRoute } from './http.ts'
import { ErrorReply } from './platform.contract.ts'

type Document = Record<string, unknown>
type Fields = { properties?: Record<string, TSchema>; required?: readonly string[] }

const ABOUT = `Event ticketing for Kenya. HEAD is accepted wherever GET is. OPTIONS returns the
methods of a path; any other method gets 405 with Allow. An error has a text for people in
\`error\` and a code for programs in \`code\`.`

const GATE = 'The token of a paired gate phone, for these calls alone.'
const OPERATOR = 'The operator’s token. In the sandbox, calls from the same machine need none.'

/** Describes the API as an OpenAPI 3.1 document, from the schemas that validate the requests. */
export function describeApi(
  routes: readonly DescribedRoute[],
  { sessionCookie }: { sessionCookie: string },
): Document {
  const paths: Record<string, Document> = {}
  for (const route of routes) {
    const path = pathOf(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lango', version: '1', description: ABOUT.replaceAll('\n', ' ') },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: {
        Error: ErrorReply,
        ErrorWithMessage: {
          ...ErrorReply,
          properties: { ...ErrorReply.properties, message: Type.String() },
          required: [...(ErrorReply.required ?? []), 'message'],
        },
      },
      responses: refusedAnswers(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        gate: { type: 'http', scheme: 'bearer', description: GATE },
        operator: { type: 'http', scheme: 'bearer', description: OPERATOR },
      },
    },
  }
}

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}')

function describeRoute(route: DescribedRoute): Document {
  const { method, url } = route
  const body = bodyOf(route)
  return {
    operationId: [method.toLowerCase(), ...(pathOf(url).match(/\w+/g) ?? [])].join('_'),
    parameters: [
      ...[...pathOf(url).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        in: 'path',
        name,
        required: true,
        schema: fieldsOf(route.schema?.params).properties?.[name!] ?? Type.String(),
      })),
      ...parameters('query', fieldsOf(route.schema?.querystring)),
      ...parameters('header', fieldsOf(route.schema?.headers)),
    ],
    ...(body && { requestBody: body }),
    security: securityOf(route),
    responses: { ...answersOf(route), ...refusalsOf(route) },
  }
}

/** The accepted credentials with the roles that each requires. {} means that none is needed. */
function securityOf({ access, mayUse = [] }: DescribedRoute): Record<string, string[]>[] {
  switch (access) {
    case 'public':
      return mayUse.length > 0 ? [{}, ...mayUse.map((one) => ({ [one]: [] }))] : []
    case 'organizer':
      return [{ bearer: [] }]
    case 'admin':
      return [{ bearer: ['admin'] }]
    case 'gate':
      return [{ gate: [] }]
    case 'gate or organizer':
      return [{ bearer: [] }, { gate: [] }]
    case 'operator':
      return [{}, { operator: [] }]
  }
}

const fieldsOf = (schema: unknown): Fields => (schema ?? {}) as Fields

function parameters(place: string, { properties = {}, required = [] }: Fields): Document[] {
  return Object.entries(properties).map(([name, schema]) => ({
    in: place,
    name,
    required: required.includes(name),
    schema,
  }))
}

function bodyOf({ schema, takes }: DescribedRoute): Document | undefined {
  if (takes) {
    const content = Object.entries(takes).map(([type, one]) => [type, { schema: one }])
    return { required: true, content: Object.fromEntries(content) }
  }
  const body = schema?.body as (TSchema & { anyOf?: TSchema[] }) | undefined
  if (!body) return undefined
  // An optional body is a union of an object and null.
  const [fields = body] = body.anyOf?.filter((one) => !isNull(one)) ?? []
  const form = isFlat(fields) && { 'application/x-www-form-urlencoded': { schema: fields } }
  return {
    required: !body.anyOf?.some(isNull),
    content: { 'application/json': { schema: body }, ...form },
  }
}

const isNull = (schema: unknown) => (schema as { type?: string }).type === 'null'

/** True if every field is text, so that a form can send the body. */
function isFlat(schema: unknown): boolean {
  return Object.values(fieldsOf(schema).properties ?? {}).every(isText)
}

function isText(schema: unknown): boolean {
  const { type, anyOf } = schema as { type?: string; anyOf?: unknown[] }
  return type === 'string' || (anyOf?.some(isText) ?? false)
}

function answersOf({ schema, answers = {} }: DescribedRoute): Document {
  const replies = (schema?.response ?? {}) as Record<string, TSchema>
  const statuses = Object.keys({ ...replies, ...answers }).filter((one) => /^\d+$/.test(one))
  const described = statuses.map((status) => {
    const answer = answers[Number(status)]
    return [status, describeAnswer({ schema: replies[status], ...answer })]
  })
  return Object.fromEntries(described)
}

function describeAnswer({ types, schema, headers }: Partial<Answer>): Document {
  const isEmpty = schema ? isNull(schema) : !types
  const media = { schema: schema ?? Type.String() }
  const content = (types ?? ['application/json']).map((type) => [type, media])
  return {
    description: 'The result.',
    ...(headers && { headers: describeHeaders(headers) }),
    ...(!isEmpty && { content: Object.fromEntries(content) }),
  }
}

function describeHeaders(headers: Record<string, TSchema>): Document {
  const described = Object.entries(headers).map(([name, schema]) => [
    name,
    { required: !Type.IsOptional(schema), schema },
  ])
  return Object.fromEntries(described)
}

type Refusal = { says: string; headers?: Record<string, object> }

const RETRY_AFTER = {
  'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } },
}

const REFUSALS: Record<number, Refusal> = {
  400: { says: 'The request could not be understood.' },
  401: {
    says: 'The caller is not signed in, or the credential has ended.',
    headers: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } },
  },
  403: { says: 'Not for this account, or sent by a page of another site.' },
  404: { says: 'Not found, or not for this account.' },
  408: { says: 'The request took too long to arrive.' },
  409: { says: 'The request conflicts with the current state.' },
  410: { says: 'It is gone.' },
  413: { says: 'The body is too large.' },
  415: { says: 'The body’s type is not supported.' },
  422: { says: 'A field is invalid; `field` names it if it is known.' },
  429: { says: 'Too many requests. Retry after `Retry-After`.', headers: RETRY_AFTER },
  431: { says: 'The headers are too large.' },
  500: { says: 'A bug; the log has it under `id`.' },
  503: {
    says: 'Busy or starting: nothing was done. `overloaded` means too many requests; repeat the request after `Retry-After`.',
    headers: RETRY_AFTER,
  },
}

/** Statuses of all routes: unreadable request, expired bearer token, a bug, or a busy server. */
const OF_ALL = [400, 401, 408, 431, 500, 503]

/**
 * Statuses that follow from the route's method, access and fields, and the statuses in `refuses`.
 */
function statusesOf({
  method,
  url,
  access,
  right = 'own',
  schema,
  takes,
  refuses = [],
}: DescribedRoute): number[] {
  const changes = method !== 'GET'
  const needsRight = access.endsWith('organizer') && right !== 'see'
  const isAsRead = takes?.['*/*'] !== undefined
  const hasFields = schema?.body ?? schema?.querystring ?? schema?.params
  const found = [
    ...OF_ALL,
    ...(changes || needsRight || access === 'admin' || access === 'operator' ? [403] : []),
    ...(/[:*]/.test(url) ? [404] : []),
    ...(changes ? [413] : []),
    ...(changes && !isAsRead ? [415] : []),
    ...(hasFields ? [422] : []),
    ...refuses,
  ]
  return [...new Set(found)].sort((a, b) => a - b)
}

const form = (route: DescribedRoute) => (route.errorsHaveMessage ? 'ErrorWithMessage' : 'Error')

function refusalsOf(route: DescribedRoute): Record<number, object> {
  const statuses = statusesOf(route).filter((status) => !route.answers?.[status])
  const refusals = statuses.map((status) => [
    status,
    { $ref: `#/components/responses/${form(route)}${status}` },
  ])
  return Object.fromEntries(refusals)
}

function refusedAnswers(): Record<string, object> {
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
