// Compares a response with its description in the OpenAPI document.
import { type AnySchema, Ajv2020 as Validator } from 'ajv/dist/2020.js'
import { answerOf, type Described, type Document, type Header, type Named } from './document.ts'

export type Answer = {
  status: number
  /** The headers, with names in lower case. */
  headers: Record<string, unknown>
  /** The body that was sent; undefined if the body cannot be read. */
  text: string | undefined
}

/** Returns each difference between a response and the document. Empty if the response matches. */
export type Judge = (named: Named, answer: Answer) => string[]

export function makeJudge(document: Document): Judge {
  const validator = new Validator({ strict: false, allErrors: true })
  validator.addSchema(document as AnySchema, 'api')
  const known = new Map<object, (value: unknown) => string[]>()
  const faultsOf = (schema: object, value: unknown): string[] => {
    let validate = known.get(schema)
    if (!validate) {
      const check = validator.compile(withReferences(schema))
      validate = (one) =>
        check(one)
          ? []
          : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
      known.set(schema, validate)
    }
    return validate(value)
  }
  return ({ operation }, answer) => {
    const described = answerOf(document, operation, answer.status)
    if (!described) return [`status ${answer.status} is not described`]
    return [
      ...headerFaults(described.headers ?? {}, answer, faultsOf),
      ...contentFaults(described, answer, faultsOf),
    ]
  }
}

/** Replaces the references within the document by the parts that they refer to. */
function withReferences(schema: object): AnySchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')
  return JSON.parse(text) as AnySchema
}

type FaultsOf = (schema: object, value: unknown) => string[]

function headerFaults(
  headers: Record<string, Header>,
  answer: Answer,
  faultsOf: FaultsOf,
): string[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const sent = answer.headers[name.toLowerCase()]
    if (sent === undefined) return required ? [`header ${name} is missing`] : []
    const value = schema.type === 'integer' ? Number(sent) : String(sent)
    return faultsOf(schema, value).map((fault) => `header ${name}: ${fault}`)
  })
}

function contentFaults({ content }: Described, answer: Answer, faultsOf: FaultsOf): string[] {
  const { headers, text } = answer
  if (!content) return text ? [`a body, and none is described: ${text.slice(0, 100)}`] : []
  const type = String(headers['content-type']).split(';')[0]!
  const media = content[type]
  if (!media) return [`content type ${type} is not described`]
  if (type !== 'application/json' || text === undefined) return []
  try {
    return faultsOf(media.schema, JSON.parse(text)).map((fault) => `body ${fault}`)
  } catch {
    return [`a body that is no JSON: ${text.slice(0, 100)}`]
  }
}
