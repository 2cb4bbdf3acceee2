import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { makeLog } from '../log.ts'
import { createApp } from './create-app.ts'
import { type App, route } from './http.ts'
import { nullable } from './platform.contract.ts'

const Body = Type.Object(
  {
    name: Type.String({ maxLength: 10 }),
    count: Type.Integer({ minimum: 1 }),
    lines: Type.Optional(Type.Array(Type.Object({ amount: Type.Number() }), { maxItems: 2 })),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]+$', description: 'capital letters' })),
    both: Type.Optional(nullable(Type.String())),
    way: Type.Optional(nullable(Type.Union([Type.Literal('in'), Type.Literal('out')]))),
    open: Type.Optional(nullable(Type.Boolean())),
    ids: Type.Optional(
      nullable(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
    ),
    step: Type.Optional(Type.Number({ multipleOf: 5, exclusiveMinimum: 0, maximum: 20 })),
    mark: Type.Optional(Type.String({ minLength: 1, pattern: 'x' })),
    free_names: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), { minProperties: 1, maxProperties: 2 }),
    ),
  },
  { additionalProperties: false },
)

let app: App
beforeAll(async () => {
  app = await createApp(readEnv({}), makeLog('silent'), {
    authenticate: async () => null,
    scriptHashes: [],
  })
  const schema = { body: Body }
  route(app, {
    method: 'POST',
    url: '/checked',
    access: 'public',
    schema,
    handler: async () => ({}),
  })
})
afterAll(() => app.close())

const GOOD = { name: 'Asha', count: 2 }

// spec: refusal-names-field
test('a body that is wrong gets an error with the name of its field, in words for people', async () => {
  const cases: [unknown, string, string][] = [
    [{ count: 2 }, 'name', 'name is required.'],
    [{ ...GOOD, name: 7 }, 'name', 'name must be in quotes.'],
    [{ ...GOOD, count: 1.5 }, 'count', 'count must be a whole number.'],
    [{ ...GOOD, count: '2' }, 'count', 'count must be a whole number.'],
    [{ ...GOOD, extra: 1 }, 'extra', 'extra is not a field of this request.'],
    [{ ...GOOD, code: 'a' }, 'code', 'code must be capital letters.'],
    [{ ...GOOD, mark: 'a' }, 'mark', 'mark cannot be accepted.'],
    [{ ...GOOD, mark: '' }, 'mark', 'mark must not be empty.'],
    [{ ...GOOD, both: 7 }, 'both', 'both must be in quotes or empty.'],
    [{ ...GOOD, way: 'up' }, 'way', 'way must be "in" or "out" or empty.'],
    [{ ...GOOD, open: 'yes' }, 'open', 'open must be true or false or empty.'],
    [{ ...GOOD, ids: {} }, 'ids', 'ids must be in brackets or empty.'],
    [{ ...GOOD, ids: [] }, 'ids', 'ids must not be empty.'],
    [{ ...GOOD, ids: ['a', 'b', 'c'] }, 'ids', 'ids must have at most 2 values.'],
    [{ ...GOOD, ids: ['a', 'a'] }, 'ids', 'ids must not repeat a value.'],
    [{ ...GOOD, ids: ['a', 1] }, 'ids.1', 'ids.1 must be in quotes.'],
    [{ ...GOOD, step: 7 }, 'step', 'step must be a multiple of 5.'],
    [{ ...GOOD, step: 0 }, 'step', 'step must be more than 0.'],
    [{ ...GOOD, step: 25 }, 'step', 'step must be 20 or less.'],
    [{ ...GOOD, free_names: {} }, 'free_names', 'free_names must have at least 1 field.'],
    [{ ...GOOD, free_names: { a: 'x' } }, 'free_names.a', 'free_names.a must be a whole number.'],
    [
      { ...GOOD, free_names: { a: 1, b: 1, c: 1 } },
      'free_names',
      'free_names must have at most 2 fields.',
    ],
    [
      { ...GOOD, lines: [{ amount: 1 }, { amount: 'x' }] },
      'lines.1.amount',
      'lines.1.amount must be a number.',
    ],
    [{ ...GOOD, lines: [{}] }, 'lines.0.amount', 'lines.0.amount is required.'],
    [[], 'body', 'The request must have fields with names.'],
  ]
  for (const [payload, field, error] of cases) {
    const answer = await app.inject({ method: 'POST', url: '/checked', payload: payload as object })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ error, code: 'invalid_field', field })
  }
})
