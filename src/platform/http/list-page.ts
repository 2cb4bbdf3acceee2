import type { RawBuilder } from 'kysely'
import { refuseField } from '../errors.ts'
import { isUuid } from '../ids.ts'

type Kind = 'uuid' | 'text' | 'integer' | 'instant' | 'day' | 'time'
type Key = { column: RawBuilder<unknown>; kind: Kind }

export type Sorting = {
  /** Part of every cursor, so that a cursor of another list or another sorting is refused. */
  name: string
  isDown: boolean
  /** The column in the statement for each field of a row. The last key makes rows distinct. */
  keys: Record<string, Key>
}

/** The values of a row's keys, which mark the end of a page. */
type Position = readonly (string | number | Date)[]

export type Page = { sorting: Sorting; after: Position | null; limit: number }

export function bothWays<N extends string>(name: N, keys: Sorting['keys']) {
  return {
    [name]: { name, isDown: false, keys },
    [`-${name}`]: { name: `-${name}`, isDown: true, keys },
  } as Record<N | `-${N}`, Sorting>
}

/** The page that a query requests. Throws invalid_field if the cursor is from another list. */
export function readPage(
  sorting: Sorting,
  query: { cursor?: string | undefined; limit?: string | undefined },
  perPage: number,
): Page {
  const after = query.cursor === undefined ? null : readCursor(sorting, query.cursor)
  return { sorting, after, limit: Number(query.limit ?? perPage) }
}

type Row = Record<string, unknown>

/** The caller has read one row more than `limit`, which shows whether another page follows. */
export function takePage<R extends Row>(rows: R[], { sorting, limit }: Page) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last ? writeCursor(sorting, last) : null }
}

export function positionOf(sorting: Sorting, row: Row): Position {
  return Object.keys(sorting.keys).map((field) => row[field] as Position[number])
}

/** Encoded, because cursors are part of URLs and some contain personal data. */
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
  refuseField('cursor', 'cursor is not one that this list gave.')
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

/** Accept only values that PostgreSQL can read, because any client can invent a cursor. */
const READERS: Record<Kind, (value: unknown) => Position[number] | null> = {
  uuid: (value) => (isUuid(asText(value)) ? asText(value) : null),
  // PostgreSQL text cannot contain a zero byte.
  text: (value) => (typeof value === 'string' && !value.includes('\0') ? value : null),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : null),
  instant: (value) => readInstant(asText(value)),
  day: (value) => (readInstant(`${asText(value)}T00:00:00.000Z`) ? asText(value) : null),
  time: (value) => (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(asText(value)) ? asText(value) : null),
}

/** Accepts a time only in the form that we write. PostgreSQL has no year 0 and no 30 February. */
function readInstant(text: string): Date | null {
  const at = new Date(text)
  const isOurs = !Number.isNaN(at.getTime()) && at.toISOString() === text && text > '0001'
  return isOurs ? at : null
}

/** The LIKE pattern that finds the text anywhere. Wildcards in the text are escaped. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
