import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { anywhere, bothWays, readPage, type Sorting, takePage } from './list-page.ts'

const column = sql`c`
const keys = {
  word: { column, kind: 'text' },
  count: { column, kind: 'integer' },
  at: { column, kind: 'instant' },
  day: { column, kind: 'day' },
  time: { column, kind: 'time' },
  id: { column, kind: 'uuid' },
} as const
const { name: UP, '-name': DOWN } = bothWays('name', keys)

const LAST = {
  word: 'a "word", with ünïcode 🎟 and spaces ',
  count: 12,
  at: new Date('2026-11-21T10:00:00.123Z'),
  day: '2026-11-21',
  time: '16:00:00',
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
}
type Row = typeof LAST

const first = { sorting: UP, after: null, limit: 2 }
const cursorAfter = (last: Row) => takePage([LAST, last, LAST], first).next_cursor!
const write = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')

function fieldRefused(sorting: Sorting, cursor: string): unknown {
  try {
    return readPage(sorting, { cursor }, 50)
  } catch (error) {
    return error instanceof AppError && error.status === 422 && error.details.field
  }
}

test('a page ends with the row after which the next page begins', () => {
  const { page, next_cursor } = takePage([LAST, LAST, LAST], first)
  expect(page).toHaveLength(2)
  expect(readPage(UP, { cursor: next_cursor!, limit: '7' }, 50)).toEqual({
    sorting: UP,
    after: [LAST.word, LAST.count, LAST.at, LAST.day, LAST.time, LAST.id],
    limit: 7,
  })
})

test('the last page has no cursor, whether it is full or not', () => {
  for (const rows of [[], [LAST], [LAST, LAST]])
    expect(takePage(rows, first).next_cursor).toBeNull()
})

test('a request without cursor and limit gets the first page', () => {
  expect(readPage(DOWN, {}, 24)).toEqual({ sorting: DOWN, after: null, limit: 24 })
})

test('a cursor shows no address in plain text', () => {
  expect(cursorAfter({ ...LAST, word: 'wanjiru@example.co.ke' })).toMatch(/^[\w-]+$/)
})

describe('a cursor is refused, with its field name,', () => {
  test('from the same list in another order', () => {
    expect(fieldRefused(DOWN, cursorAfter(LAST))).toBe('cursor')
  })

  test.each(['', 'x', 'AAAA', '%', write(null), write({}), write([]), write(['name'])])(
    'that is %j',
    (cursor) => expect(fieldRefused(UP, cursor)).toBe('cursor'),
  )

  const at = LAST.at.toISOString()
  const parts = Object.values({ ...LAST, at })
  test('if the list has not written it so', () => {
    expect(fieldRefused(UP, write(['name', ...parts]))).toMatchObject({ limit: 50 })
  })

  test('with one value too many', () => {
    expect(fieldRefused(UP, write(['name', ...parts, 1]))).toBe('cursor')
  })

  test.each<[number, unknown]>([
    [0, 7],
    [0, 'zero \0 byte'],
    [1, '12'],
    [1, 1.5],
    [1, 1e30],
    [2, '2026-02-30T10:00:00.000Z'],
    [2, '0000-01-01T10:00:00.000Z'],
    [2, '2026-11-21'],
    [2, 1_700_000_000_000],
    [3, '2026-02-30'],
    [3, '0000-01-01'],
    [3, '2026-11-21T10:00:00Z'],
    [4, '24:00:00'],
    [4, '16:00'],
    [5, 'ffffffff'],
    [5, null],
  ])('with %j as its value %i', (index, value) => {
    expect(fieldRefused(UP, write(['name', ...parts.with(index, value as string)]))).toBe('cursor')
  })
})

test.each([
  ['derby', '%derby%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
  ['', '%%'],
])('the pattern for %j is %j', (text, pattern) => {
  expect(anywhere(text)).toBe(pattern)
})
