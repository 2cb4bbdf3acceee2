import type { RawBuilder } from 'kysely'
import { AppError } from '../errors.ts'
import { isUuid } from '../ids.ts'

type Kind = 'uuid' | 'text' | 'integer' | 'instant' | 'day' | 'time'
type Key = { column: RawBuilder<unknown>; kind: Kind }

/** How a list is sorted. */
export type Sorting = {
  /** A cursor of another list, or of this one sorted otherwise, is refused. */
  name: string
  isDown: boolean
  /** By the field of a row that holds it: the column in the statement. The last tells rows apart. */
  keys: Record<string, Key>
}

/** A row's keys: where a page ended. */
export type Position = readonly (string | number | Date)[]

/** What is asked of a list; `after` null is its beginning. */
export type Page = { sorting: Sorting; after: Position | null; limit: number }

/** The list sorted up by these keys, and down by them. */
export function bothWays<N extends string>(name: N, keys: Sorting['keys']) {
  return {
    [name]: { name, isDown: false, keys },
    [`-${name}`]: { name: `-${name}`, isDown: true, keys },
  } as Record<N | `-${N}`, Sorting>
}

/** The page that an address asks for. Throws invalid_field for a cursor that is not this list's. */
export function readPage(
  sorting: Sorting,
  query: { cursor?: string | undefined; limit?: string | undefined },
  perPage: number,
): Page {
  const after = query.cursor === undefined ? null : readCursor(sorting, query.cursor)
  return { sorting, after, limit: Number(query.limit ?? perPage) }
}

type Row = Record<string, unknown>

/** The first `limit` of rows of which one more was read: it tells whether there are others. */
export function takePage<R extends Row>(rows: R[], { sorting, limit }: Page) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last ? writeCursor(sorting, last) : null }
}

export function positionOf(sorting: Sorting, row: Row): Position {
  return Object.keys(sorting.keys).map((field) => row[field] as Position[number])
}

/** Nothing that can be read off at a glance: cursors stand in addresses, and some are people's. */
function writeCursor(sorting: Sorting, last: Row): string {
  const text = JSON.stringify([sorting.name, ...positionOf(sorting, last)])
  return Buffer.from(text).toString('base64url')
}

function readCursor(sorting: Sorting, cursor: string): Position {
  const kinds = Object.values(sorting.keys).map(({ kind }) => kind)
  const [name, ...values] = parseList(Buffer.from(cursor, 'base64url').toString())
  const position = kinds.map((kind, index) => READERS[kind](values[index]))
  const isWhole = values.length === kinds.length && position.every((value) => value !== null)
  if (name === sorting.name && isWhole) return position
  throw new AppError('invalid_field', {
    text: 'cursor is not one that this list gave.',
    details: { field: 'cursor' },
  })
}

function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a cursor may hold, as the database takes it; anybody can write one. */
const READERS: Record<Kind, (value: unknown) => Position[number] | null> = {
  uuid: (value) => (isUuid(asText(value)) ? asText(value) : null),
  // PostgreSQL's text holds no zero byte.
  text: (value) => (typeof value === 'string' && !value.includes('\0') ? value : null),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : null),
  instant: (value) => readInstant(asText(value)),
  day: (value) => (readInstant(`${asText(value)}T00:00:00.000Z`) ? asText(value) : null),
  time: (value) => (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(asText(value)) ? asText(value) : null),
}

/** Only as we write it. There is no year 0 in PostgreSQL, and no 30 February. */
function readInstant(text: string): Date | null {
  const at = new Date(text)
  const isOurs = !Number.isNaN(at.getTime()) && at.toISOString() === text && text > '0001'
  return isOurs ? at : null
}
