import type pg from 'pg'
import { AppError } from '../errors.ts'

/** A fault of Ajv. If a value has alternatives, Ajv reports a fault for each of them. */
type Fault = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  parentSchema?: { description?: string }
}

/** Names the faulty field and says what its value must be. Ajv gives the field as a path. */
export function fieldError(faults: readonly Fault[]): AppError {
  const fault = deepest(faults)
  if (!fault) return new AppError('invalid_field')
  const field = fieldName(fault)
  const choices = choicesAt(faults, fault.instancePath)
  const subject = field === 'body' ? 'The request' : field
  const text = `${subject} ${choices ?? rule(fault)}.`
  return new AppError('invalid_field', { text, details: { field } })
}

/**
 * The first fault of the innermost field. A body with alternatives, such as one row or a list of
 * rows, has a fault for each alternative: the innermost fault is of the alternative that the
 * caller meant.
 */
function deepest([first, ...others]: readonly Fault[]): Fault | undefined {
  const depth = ({ instancePath }: Fault) => instancePath.split('/').length
  return others.reduce((best, fault) => (depth(fault) > depth(best!) ? fault : best), first)
}

function fieldName(fault: Fault): string {
  const path = fault.instancePath.split('/').filter(Boolean)
  const inner =
    fault.params.missingProperty ??
    fault.params.additionalProperty ??
    fault.params.unevaluatedProperty
  if (typeof inner === 'string') path.push(inner)
  return path.join('.') || 'body'
}

function choicesAt(faults: readonly Fault[], path: string): string | null {
  const here = faults.filter(({ instancePath }) => instancePath === path)
  if (!here.some(({ keyword }) => keyword === 'anyOf')) return null
  const choices = here.flatMap(({ keyword, params }) => {
    if (keyword === 'const') return [JSON.stringify(params.allowedValue)]
    return keyword === 'type' ? typeNames(params.type) : []
  })
  return choices.length > 1 ? `must be ${choices.join(' or ')}` : null
}

const TYPES: Record<string, string> = {
  string: 'in quotes',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'in brackets',
  null: 'empty',
}

function typeNames(type: unknown): string[] {
  return String(type)
    .split(',')
    .map((one) => TYPES[one] ?? 'fields with names')
}

function rule({ keyword, params, parentSchema }: Fault): string {
  const limit = Number(params.limit)
  const fields = `${limit} ${limit === 1 ? 'field' : 'fields'}`
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a field of this request'
    case 'type':
      return params.type === 'object'
        ? 'must have fields with names'
        : `must be ${typeNames(params.type).join(' or ')}`
    case 'const':
      return oneOf([params.allowedValue])
    case 'enum':
      return oneOf(params.allowedValues as unknown[])
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} values`
    case 'maxItems':
      return `must have at most ${limit} values`
    case 'uniqueItems':
      return 'must not repeat a value'
    case 'minProperties':
      return `must have at least ${fields}`
    case 'maxProperties':
      return `must have at most ${fields}`
    case 'minimum':
      return `must be ${limit} or more`
    case 'maximum':
      return `must be ${limit} or less`
    case 'exclusiveMinimum':
      return `must be more than ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`
  }
  // The value violates a pattern or a format. The contract's description says which texts are
  // accepted.
  const { description } = parentSchema ?? {}
  return description ? `must be ${description}` : 'cannot be accepted'
}

function oneOf(values: unknown[]): string {
  return `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`
}

/** The parts of a request that a client fills in. */
type RequestParts = { params?: unknown; query?: unknown; body?: unknown }

/**
 * The client's error if PostgreSQL could not read a value that the client sent (class 22). Null if
 * the error is a fault of the shop: PostgreSQL names another value, such as a stored text, or names
 * no value and no parameter.
 */
export function clientValueError(error: pg.DatabaseError, parts: RequestParts): AppError | null {
  const values = leavesOf(parts)
  // The driver reports the value only inside the message, in quotes, so the message is searched.
  const named = values.find(({ text }) => error.message.includes(`"${text}"`))
  if (named) {
    const text = `${named.field} cannot be accepted.`
    return new AppError('invalid_field', { text, details: { field: named.field } })
  }
  const isQuoted = /"[^"]*"$/.test(error.message)
  const isParameter = /\$\d/.test(error.where ?? '')
  return values.length > 0 && isParameter && !isQuoted ? new AppError('invalid_field') : null
}

function leavesOf({ params, query, body }: RequestParts): { field: string; text: string }[] {
  const found: { field: string; text: string }[] = []
  const left: [path: string, value: unknown][] = [params, query, body].map((one) => ['', one])
  // A loop instead of recursion: deeply nested input must not overflow the stack.
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, inner] of Object.entries(value)) {
        left.push([path ? `${path}.${name}` : name, inner])
      }
    } else if (value !== undefined && value !== null) {
      found.push({ field: path || 'body', text: String(value) })
    }
  }
  return found
}
