import type { MigrationFile } from '../src/platform/database/migrate.ts'

/** Tables that purchases write and that grow with the sales. */
const LARGE = new Set([
  ...['order', 'order_line', 'order_event', 'hold', 'paid_line', 'sale_delta', 'ticket_type'],
  ...['payment', 'payment_event', 'provider_callback', 'ledger_entry', 'ledger_line'],
  ...['ticket', 'check_in', 'message'],
])

/** Parts of `alter table` that read or rewrite each row. */
const REWRITES =
  /generated always|\bcheck \(|add (constraint \w+ )?(foreign|unique|primary)|set not null|references|\btype\b/

/**
 * Returns the migrations that may not run while the shop sells, with the reasons. These migrations
 * read, rewrite or index a large table, which makes purchases wait, or remove a name that the
 * previous version of the shop uses.
 */
export function heavyReasons(migrations: readonly MigrationFile[]): Map<string, string[]> {
  const existing = new Set<string>()
  const heavy = new Map<string, string[]>()
  for (const { name, text } of migrations) {
    const plain = text.replace(/--[^\n]*/g, '')
    const reasons = plain
      .split(/;\s*(?:\n|$)/)
      .flatMap((statement) => reasonsOf(statement.replace(/\s+/g, ' ').trim(), existing))
    if (reasons.length > 0) heavy.set(name, [...new Set(reasons)])
    for (const [, table] of plain.matchAll(/create table (?:if not exists )?"?(\w+)"?/g)) {
      existing.add(table!)
    }
  }
  return heavy
}

function reasonsOf(statement: string, existing: Set<string>): string[] {
  const isLarge = (table = '') => LARGE.has(table) && existing.has(table)
  const reasons: string[] = []
  const [, altered = '', change = ''] = /^alter table "?(\w+)"? (.*)/.exec(statement) ?? []
  if (existing.has(altered) && /\brename (?!constraint)|\bdrop column\b/.test(change)) {
    reasons.push(`renames or drops columns of ${altered}`)
  }
  if (isLarge(altered) && REWRITES.test(change) && !change.includes('not valid')) {
    reasons.push(`checks or rewrites all rows of ${altered}`)
  }
  const [, indexed] = /^create (?:unique )?index \w+ on "?(\w+)"?/.exec(statement) ?? []
  if (isLarge(indexed)) reasons.push(`builds indexes on ${indexed}`)
  // The body of a function is not executed by the migration.
  if (statement.startsWith('create')) return reasons
  for (const [, updated, deleted] of statement.matchAll(
    /\bupdate "?(\w+)"? (?:\w+ )?set\b|\bdelete from "?(\w+)"?/g,
  )) {
    const table = updated ?? deleted
    if (isLarge(table)) reasons.push(`changes rows of ${table}`)
  }
  if (!/^insert into .*\bselect\b/.test(statement)) return reasons
  for (const [, read] of statement.matchAll(/\b(?:from|join) "?(\w+)"?/g)) {
    if (isLarge(read)) reasons.push(`reads all rows of ${read}`)
  }
  return reasons
}
