// The parts of an OpenAPI document that these tests read.

export type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
}

type Media = Record<string, { schema: Schema }>
export type Header = { required?: boolean; schema: Schema }
export type Described = { description: string; headers?: Record<string, Header>; content?: Media }
type Reference = { $ref: string }

export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  required: boolean
  schema: Schema
}

type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Media }
  security: Record<string, string[]>[]
  responses: Record<string, Described | Reference>
}

export type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Described>
    securitySchemes: Record<string, { type: string; scheme?: string; in?: string; name?: string }>
  }
}

/** An operation with a readable name, such as 'GET /api/events/{id}'. */
export type Named = { name: string; method: string; path: string; operation: Operation }

export function operationsOf({ paths }: Document): Named[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      return { name, method: method.toUpperCase(), path, operation }
    }),
  )
}

/**
 * Returns the description of the response with this status. The document may describe the response
 * by a reference.
 */
export function answerOf(
  document: Document,
  { responses }: Operation,
  status: number,
): Described | undefined {
  const answer = responses[status]
  if (!answer || !('$ref' in answer)) return answer
  return document.components.responses[answer.$ref.replace('#/components/responses/', '')]
}
