import type { CodeBatch, PromoCode } from '../../events/codes/promo-codes.contract.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { instantOfField } from '../../platform/values/nairobi-field.rules.ts'
import { countOf } from '../../ui/office/formats.rules.ts'

/** A row of the list: a code, or codes for one ticket each that were made together. */
export type ListedCode = PromoCode | CodeBatch

export const isBatch = (row: ListedCode): row is CodeBatch => 'count' in row

/** The name of a row in sentences and for screen readers. */
export function nameOf(row: ListedCode): string {
  if (!isBatch(row)) return row.code ?? 'Code not shown'
  return `${countOf(row.count, 'code')} for one ticket`
}

type Made = Pick<EventReply, 'is_published'>

/** The result of adding a code that begins at `starts_at`, a field in Nairobi, or '' for now. */
export function madeWords({ is_published }: Made, starts_at: string, now: number): string {
  if (!is_published) return 'The code works when the event is published.'
  const start = instantOfField(starts_at)
  return start !== null && Date.parse(start) > now
    ? 'The code works from its start. Copy its link below.'
    : 'The code can be used now. Copy its link below.'
}

/** The result of making many codes. */
export function madeManyWords({ is_published }: Made, count: number): string {
  const made = `${countOf(count, 'code')} made. Download the CSV.`
  return is_published
    ? made
    : `${made} ${count === 1 ? 'It works' : 'They work'} when the event is published.`
}

/** The most tickets that can be bought. Null if there is no maximum. */
export const mostOf = (row: ListedCode): number | null =>
  isBatch(row) ? row.count : row.max_tickets

/** Why the code cannot be used at `now`, in ms. Null if buyers can use it. */
export function stateOf(row: ListedCode, now: number): string | null {
  if (row.ended_at !== null) return 'Ended'
  if (row.ends_at !== null && Date.parse(row.ends_at) <= now) return 'Expired'
  if (row.starts_at !== null && Date.parse(row.starts_at) > now) return 'Starts later'
  const most = mostOf(row)
  return most !== null && row.used >= most ? 'Used up' : null
}
