import { checkEvent } from '../../events/check-event.ts'
import { toCodeTerms } from '../../events/codes/code.rules.ts'
import { codeLink, codeWords, dialOfCode } from '../../events/codes/code-form.rules.ts'
import type { CodeBatch, PromoCode, PromoCodes } from '../../events/codes/promo-codes.contract.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { isoText, nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { writeTable } from '../csv-table.ts'
import {
  type BatchRow,
  type CodeRow,
  NEWEST_CODES,
  selectBatches,
  selectCodes,
  selectCodesForFile,
} from './code-figures.sql.ts'

type CodeEnv = Pick<Deps['env'], 'publicOrigin' | 'ussdCode'>

/** The promo codes of an event with their figures. Throws event_not_found. */
export async function readCodes(
  { db, reads, env }: Pick<Deps, 'db' | 'reads' | 'env'>,
  viewer: Viewer,
  eventId: string,
): Promise<PromoCodes> {
  await checkEvent(db, viewer, eventId)
  // Reads from the primary database, because a code that was just made must be in the list.
  const codes = await selectCodes(db, viewer, eventId)
  const batches = await selectBatches(reads, viewer, eventId)
  return {
    data: codes.map((row) => toCode(row, env)),
    batches: batches.map(toBatch),
    next_cursor: null,
  }
}

function toTerms(row: CodeRow | BatchRow) {
  return {
    ...toCodeTerms(row),
    id: row.id,
    starts_at: isoText(row.starts_at),
    ends_at: isoText(row.ends_at),
    seller: row.seller,
    created_at: row.created_at.toISOString(),
    ended_at: isoText(row.ended_at),
    used: row.used,
    held: row.held,
    revenue: toKes(row.revenue_cents),
  }
}

function toCode(row: CodeRow, { publicOrigin, ussdCode }: CodeEnv): PromoCode {
  const { code, digits, max_tickets, max_per_phone } = row
  const terms = { ...toTerms(row), max_tickets, max_per_phone }
  if (!row.sees_code) return { ...terms, code: null, digits: null, dial: null, link: null }
  const dial = dialOfCode(ussdCode, row)
  return { ...terms, code, digits, dial, link: codeLink(publicOrigin, row.event_id, code) }
}

const toBatch = (row: BatchRow): CodeBatch => ({ ...toTerms(row), count: row.count })

const HEADINGS = [
  ...['Code', 'Dial', 'Link', 'What It Does', 'Used', 'Pending', 'Maximum', 'Revenue'],
  ...['Until', 'Seller', 'Made At', 'Ended At'],
]

/** All promo codes of an event as CSV, newest first. */
export function exportCodes(
  db: Db,
  viewer: Viewer,
  eventId: string,
  env: CodeEnv,
): AsyncGenerator<string> {
  return writeTable({
    headings: HEADINGS,
    sorting: NEWEST_CODES,
    read: (page) => selectCodesForFile(db, viewer, eventId, page),
    cells: (row) => codeCells(row, env),
  })
}

function codeCells(row: CodeRow, { publicOrigin, ussdCode }: CodeEnv) {
  const atText = (at: Date | null) => (at === null ? '' : nairobiDateTime(at))
  return [
    row.code,
    dialOfCode(ussdCode, row) ?? row.digits,
    codeLink(publicOrigin, row.event_id, row.code),
    codeWords(toTerms(row)),
    row.used,
    row.held,
    row.max_tickets ?? '',
    toKes(row.revenue_cents),
    atText(row.ends_at),
    row.seller === null ? '' : `${row.seller.number} ${row.seller.name}`,
    nairobiDateTime(row.created_at),
    atText(row.ended_at),
  ]
}
