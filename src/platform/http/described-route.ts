import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { Access } from './access.ts'

/** What a route says of itself besides what its schemas and its access do. */
export type Description = {
  /** Statuses of refusals beyond those that follow from fields, body and access: refusalsOf. */
  refuses?: readonly number[]
  /** What a route for everybody looks at where it is sent. */
  mayUse?: readonly Credential[]
  /** Answers that are not JSON, or whose headers matter. */
  answers?: Record<number, Answer>
  /** The body of a route that reads it as it comes, by media type. */
  takes?: Record<string, TSchema>
}

export type Credential = 'bearer' | 'session' | 'operator'

export type Answer = {
  types?: readonly string[]
  schema?: TSchema
  /** Sent each time, unless optional. */
  headers?: Record<string, TSchema>
}

export type DescribedRoute = Description & {
  method: string
  url: string
  access: Access
  schema?: FastifySchema
  errorsHaveMessage?: boolean
}
