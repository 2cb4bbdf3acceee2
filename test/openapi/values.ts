// Generates values that a schema of the document accepts, including unusual ones.
import fc from 'fast-check'
import type { Schema } from './document.ts'
import { HOSTILE_NUMBERS, HOSTILE_TEXTS } from './texts.ts'

/** Returns the values for a field name that exist in the shop. */
export type Known = (name: string) => readonly unknown[]

type Value = fc.Arbitrary<unknown>

export function valueFor(schema: Schema, known: Known, name = ''): Value {
  const plain = plainValue(schema, known, name)
  const meant = known(name)
  // Existing values are preferred, because most code runs only for existing values.
  return meant.length > 0
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...meant) }, { weight: 1, arbitrary: plain })
    : plain
}

function plainValue(schema: Schema, known: Known, name: string): Value {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => plainValue(one, known, name)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'string':
      return textOf(schema)
    case 'array':
      return arrayOf(schema, known)
    case 'object':
      return objectOf(schema, known)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function numberOf(schema: Schema): Value {
  const { minimum: min = -1e308, maximum: max = 1e308 } = schema
  const whole = schema.type === 'integer'
  const inside = (value: number) =>
    value >= min && value <= max && (!whole || Number.isInteger(value))
  const edges = [min, max, ...HOSTILE_NUMBERS].filter(inside)
  const [low, high] = [Math.max(min, -(2 ** 31)), Math.min(max, 2 ** 31)]
  const any = whole
    ? fc.integer({ min: low, max: high })
    : fc.double({ min: low, max: high, noNaN: true })
  return fc.oneof(fc.constantFrom(...edges), any)
}

const UUID_LENGTH = 36

/** Any Unicode character except lone surrogates. */
const LETTER = fc
  .nat(0x10ffff)
  .map((point) => String.fromCodePoint(point))
  .filter((letter) => letter.isWellFormed())

function textOf({ pattern, minLength = 0, maxLength = 10_000 }: Schema): fc.Arbitrary<string> {
  const fits = (text: string) => {
    // JSON Schema measures lengths in characters, not in UTF-16 units.
    const length = [...text].length
    return length >= minLength && length <= maxLength
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  const edges = [...HOSTILE_TEXTS, 'é'.repeat(maxLength)].filter(fits)
  const any = fc.array(LETTER, { minLength, maxLength: Math.min(maxLength, 60) })
  const text = any.map((letters) => letters.join(''))
  // Leaves out UUIDs if their length is not allowed, because a filter would search forever.
  const ids = maxLength < UUID_LENGTH || minLength > UUID_LENGTH ? [] : [fc.uuid()]
  return fc.oneof(fc.constantFrom(...edges), text, ...ids)
}

function arrayOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, known: Known): Value {
  const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) }
  return fc.array(valueFor(items, known), length)
}

function objectOf(schema: Schema, known: Known): Value {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.entries(properties).map(
    ([name, one]) => [name, valueFor(one, known, name)] as const,
  )
  const object = fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] })
  if (additionalProperties === false) return object
  const extra = fc.dictionary(fc.constantFrom('extra', 'length', 'id', '$ne'), fc.jsonValue(), {
    maxKeys: 1,
  })
  return fc.tuple(extra, object).map(([one, other]) => ({ ...one, ...other }))
}

/** Returns a realistic value: only the required fields, with values that exist in the shop. */
export function meantValue(schema: Schema, known: Known, name = ''): unknown {
  const [meant] = known(name)
  if (meant !== undefined) return meant
  const { properties = {}, required = [], items, minItems = 0 } = schema.anyOf?.[0] ?? schema
  if (items) return minItems > 0 || items.properties ? [meantValue(items, known)] : []
  const isMeant = ([field, one]: [string, Schema]) =>
    required.includes(field) || known(field).length > 0 || one.items?.properties !== undefined
  const fields = Object.entries(properties)
    .filter(isMeant)
    .map(([field, one]) => [field, meantValue(one, known, field)])
  if (fields.length > 0 || schema.type === 'object') return Object.fromEntries(fields)
  return fc.sample(plainValue({ ...schema, minLength: 1 }, known, name), { numRuns: 1, seed: 7 })[0]
}
