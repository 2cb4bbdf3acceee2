// Generates requests that the OpenAPI document allows, and requests that it does not.
import fc from 'fast-check'
import type { Named, Parameter, Schema } from './document.ts'
import { HOSTILE_TEXTS } from './texts.ts'
import { type Known, meantValue, valueFor } from './values.ts'

export type Request = {
  /** The path with its query, encoded. */
  url: string
  headers: Record<string, string>
  /** The body: a value that is encoded according to the type, or a text that is sent unchanged. */
  body?: { type: string; value: unknown } | { type: string; text: string }
}

export const FORMS_WITH_FILES = 'multipart/form-data'
export const FORM = 'application/x-www-form-urlencoded'

/**
 * The maximum number of characters of a parameter. A character takes up to nine bytes, and Node
 * refuses a request line that is too long.
 */
const ADDRESS_MAX = 1000

/** Encodes a value for a URL. */
const escaped = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

/** The key under which `known` has the values of a parameter. Path parameters have braces. */
const calledIn = (place: Parameter['in'], name: string) => (place === 'path' ? `{${name}}` : name)

/** Generates requests that the document allows. Optional parts may be present or absent. */
export function goodRequest(named: Named, known: Known): fc.Arbitrary<Request> {
  return fc
    .record({
      path: partOf(named, 'path', known),
      query: partOf(named, 'query', known),
      headers: partOf(named, 'header', known),
      body: bodyOf(named, known),
    })
    .map(({ path, query, headers, body }) => ({
      url: addressOf(named, path, Object.entries(query)),
      headers: headers as Record<string, string>,
      ...(body && { body }),
    }))
}

const parametersIn = ({ operation }: Named, place: Parameter['in']) =>
  operation.parameters.filter((one) => one.in === place)

function partOf(
  named: Named,
  place: Parameter['in'],
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const parameters = parametersIn(named, place)
  const values = parameters.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => {
    // Only known values are used, because Node refuses some of the generated values.
    if (place === 'header') return [name, fc.constantFrom(...known(name))]
    const value = valueFor({ maxLength: ADDRESS_MAX, ...schema }, known, calledIn(place, name))
    // With an empty parameter the path would be a different path.
    return [name, place === 'path' ? value.filter((one) => String(one) !== '') : value]
  })
  const isSent = ({ required }: Parameter) => required || place === 'header'
  const requiredKeys = parameters.filter(isSent).map(({ name }) => name)
  return fc.record(Object.fromEntries(values), { requiredKeys })
}

export function addressOf(
  { path }: Named,
  parts: Record<string, unknown>,
  query: [string, unknown][] = [],
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(parts[name]))
  const fields = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  return fields.length > 0 ? `${filled}?${fields.join('&')}` : filled
}

function bodyOf({ operation }: Named, known: Known): fc.Arbitrary<Request['body']> {
  const { requestBody } = operation
  if (!requestBody) return fc.constant(undefined)
  const bodies = Object.entries(requestBody.content).map(([type, { schema }]) => {
    const value = type === FORMS_WITH_FILES ? fileForm(known) : valueFor(schema, known)
    return value.map((one) => ({ type: type === '*/*' ? 'application/json' : type, value: one }))
  })
  return fc.oneof(...bodies)
}

/** A request that should succeed. */
export function meantRequest(named: Named, known: Known): Request {
  const part = (place: Parameter['in']) =>
    parametersIn(named, place)
      .filter(({ name, required }) => required || known(name).length > 0)
      .map(({ name, schema }): [string, unknown] => [
        name,
        meantValue(schema, known, calledIn(place, name)),
      ])
  const [first] = Object.entries(named.operation.requestBody?.content ?? {})
  const body = first && { type: first[0], value: meantBody(first, known) }
  return {
    url: addressOf(named, Object.fromEntries(part('path')), part('query')),
    headers: Object.fromEntries(part('header')) as Record<string, string>,
    ...(body && { body }),
  }
}

const meantBody = ([type, { schema }]: [string, { schema: Schema }], known: Known) =>
  type === FORMS_WITH_FILES
    ? fileOf(known('file')[0] as Uint8Array<ArrayBuffer>)
    : meantValue(schema, known)

/** A form with a file of random bytes. Real pictures are tested with the uploads. */
const fileForm = (known: Known): fc.Arbitrary<unknown> =>
  fc.constantFrom(...(known('file') as Uint8Array<ArrayBuffer>[])).map(fileOf)

function fileOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'poster.png')
  return form
}

/** Encodes a body. Null fields are left out of a form, because a form has no null. */
export function encodeBody(body: NonNullable<Request['body']>): string {
  if ('text' in body) return body.text
  const { type, value } = body
  if (type !== FORM) return JSON.stringify(value)
  const fields = Object.entries((value ?? {}) as object).filter(([, one]) => one !== null)
  return new URLSearchParams(
    fields.map(([name, one]) => [name.toWellFormed(), String(one).toWellFormed()]),
  ).toString()
}

export const shown = (request: Request): string => JSON.stringify(request).slice(0, 500)

/** Returns whether a schema accepts a value. */
export type Takes = (schema: Schema, value: unknown) => boolean

const JUNK: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  'x',
  '',
  '\0',
  'x'.repeat(30_000),
  [],
  {},
  [[]],
  { length: 1 },
]

/**
 * Bodies that the schema refuses: a field is missing, is not in the schema, or has a wrong type.
 */
export function wrongBody(schema: Schema, known: Known, takes: Takes): fc.Arbitrary<unknown> {
  const change = fc.constantFrom(...fieldsOf(schema)).chain(({ path, schema: one }) => {
    const values = [...JUNK, undefined, ...beyond(one)]
    return fc.constantFrom(...values).map((value) => ({ path, value }))
  })
  return fc
    .tuple(valueFor(schema, known), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => changes.reduce(changed, value))
    .filter((value) => value !== undefined && !takes(schema, value))
}

type BodyField = { path: string[]; schema: Schema }
type Change = { path: string[]; value: unknown }

/**
 * Returns all fields, at any depth. For a list: the list itself, its first item, and an item of a
 * wrong type.
 */
function fieldsOf(schema: Schema, at: string[] = []): BodyField[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      fieldsOf(one, [...at, name]),
    ),
    ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(one, at)),
    ...(schema.items ? fieldsOf(schema.items, [...at, '0']) : []),
    ...(schema.properties ? [{ path: [...at, 'no_such_field'], schema: {} }] : []),
  ]
  return [{ path: at, schema }, ...inner]
}

/** Values just beyond a limit. */
function beyond({ minimum, maximum, maxLength, minLength, maxItems, minItems }: Schema): unknown[] {
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxLength === undefined ? [] : ['é'.repeat(maxLength + 1)]),
    ...(minLength ? ['x'.repeat(minLength - 1)] : []),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => ({}))]),
    ...(minItems ? [[]] : []),
  ]
}

function changed(base: unknown, { path, value }: Change): unknown {
  const last = path.at(-1)
  if (last === undefined) return value
  const copy = structuredClone(base) as Record<string, unknown>
  let at: unknown = copy
  for (const step of path.slice(0, -1)) at = (at as Record<string, unknown> | null)?.[step]
  if (typeof at !== 'object' || at === null) return copy
  if (value === undefined) Reflect.deleteProperty(at, last)
  else Reflect.set(at, last, value)
  return copy
}

/** Queries that break one rule: a field is wrong, missing, or repeated. */
export function wrongQueries(named: Named, known: Known, takes: Takes): [string, unknown][][] {
  const parameters = parametersIn(named, 'query')
  const least = parameters
    .filter(({ required }) => required)
    .map(({ name, schema }): [string, unknown] => [name, known(name)[0] ?? sampleOf(schema, known)])
  const others = (name: string) => least.filter(([one]) => one !== name)
  return parameters.flatMap(({ name, schema, required }) => {
    const wrong = [...HOSTILE_TEXTS, 'x'.repeat(5000)].filter((text) => !takes(schema, text))
    return [
      ...wrong.slice(0, 8).map((text): [string, unknown][] => [...others(name), [name, text]]),
      [...others(name), [name, 'a'], [name, 'b']] as [string, unknown][],
      ...(required ? [others(name)] : []),
    ]
  })
}

const sampleOf = (schema: Schema, known: Known): unknown =>
  fc.sample(valueFor(schema, known), { numRuns: 1, seed: 1 })[0]
