import type { CodeBatch, PromoCode } from '../../events/codes/promo-codes.contract.ts'

/** A row of the list: a code, or codes for one ticket each that were made together. */
export type ListedCode = PromoCode | CodeBatch

export const isBatch = (row: ListedCode): row is CodeBatch => 'count' in row

/** The name of a row in sentences and for screen readers. */
export function nameOf(row: ListedCode): string {
  if (!isBatch(row)) return row.code ?? 'Code not shown'
  return `${row.count.toLocaleString('en-KE')} ${row.count === 1 ? 'code' : 'codes'} for one ticket`
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
