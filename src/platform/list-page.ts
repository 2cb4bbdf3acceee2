import { AppError } from './errors.ts'

/** The first `limit` of rows of which one more was read: it tells whether there are others. */
export function takePage<R>(rows: R[], limit: number, cursorOf: (last: R) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last ? cursorOf(last) : null }
}

export function wrongCursor(): AppError {
  return new AppError('invalid_field', {
    text: 'cursor is not one that a list gave.',
    details: { field: 'cursor' },
  })
}
