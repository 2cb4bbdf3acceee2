import { type TSchema, Type } from 'typebox'
import type { Answer, DescribedRoute } from './described-route.ts'
import { refusalsOf, refusedAnswers } from './openapi-refusals.ts'
import { ErrorReply } from './platform.contract.ts'

type Document = Record<string, unknown>
type Fields = { properties?: Record<string, TSchema>; required?: readonly string[] }

const ABOUT = `Event ticketing for Kenya. Wherever GET is answered, HEAD is, and each path tells its
methods to OPTIONS; another one is 405 with Allow. A refusal says in \`error\` what is wrong, for
people, and in \`code\`, for programs.`

const GATE =
  'The token of a paired gate phone: it opens nothing else, and nothing else opens these.'
const OPERATOR = 'The operator’s token; none is needed on the machine itself.'

/** The API as OpenAPI 3.1 tells it, from the same schemas that validate. */
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

/** '/api/events/:id' is '/api/events/{id}'; what a '*' stands for has no name of its own. */
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

/** What must be sent, one of these; {} is nothing, and a list the roles that an account needs. */
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
  // A body that may be absent is one of an object and null.
  const [fields = body] = body.anyOf?.filter((one) => !isNull(one)) ?? []
  const form = isFlat(fields) && { 'application/x-www-form-urlencoded': { schema: fields } }
  return {
    required: !body.anyOf?.some(isNull),
    content: { 'application/json': { schema: body }, ...form },
  }
}

const isNull = (schema: unknown) => (schema as { type?: string }).type === 'null'

/** A form has texts alone: one can be sent if no field needs anything else. */
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
    description: 'What was asked for.',
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
