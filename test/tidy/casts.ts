// Rule: no statement casts a text that the database stores, because a single row with another text
// would make the statement fail for good. A title or a name can be any text.
import { kindOf } from './rooms.ts'
import { isTest, type Source, type Violation } from './source.ts'

/**
 * A column, a field of JSON or a part of a text, cast to a type that does not accept every text.
 * Most casts to a number cast sums, so only casts of JSON fields to a number are found.
 */
const CAST =
  /(\b(?!null\b)[\w.]+|split_part\([^)]*\))::(?:uuid|date|time|timestamptz|jsonb?)\b|(\w+ *->>? *'[^)]*'\))::\w+/g

/** Texts of which no client writes any part, or whose form the statement checks first. */
const SAFE: Record<string, readonly string[]> = {
  // The statement checks the text by a pattern first.
  'src/events/catalogue/audit-log.sql.ts': ['l.subject'],
  // Names that the ledger makes from ids.
  'src/reports/reconcile/books.sql.ts': ['e.movement'],
  // Columns of rows that the same statement has packed as JSON.
  'src/reports/work-list/work-list.sql.ts': ['facts'],
  // Amounts and times that the shop writes.
  'src/refunds/refunds.sql.ts': ['detail'],
  'src/platform/database/restored.sql.ts': ['value'],
  // Parameters of the statement.
  'src/orders/stock.sql.ts': ['id'],
  'src/checkin/checkin.sql.ts': ["'change'"],
}

export function checkCasts({ path, code }: Source): Violation[] {
  if (kindOf(path) !== 'sql' || isTest(path)) return []
  return [...code.matchAll(CAST)]
    .map((match) => ({ match, operand: (match[1] ?? match[2])!.replace(/\)$/, '') }))
    .filter(({ operand }) => !SAFE[path]?.some((safe) => operand.includes(safe)))
    .map(({ match, operand }) => ({
      rule: 'stored-cast',
      path,
      line: code.slice(0, match.index).split('\n').length,
      message: `${operand} may be any text: compare it as text, or check its form first (case when).`,
    }))
}
