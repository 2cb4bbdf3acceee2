import { refuseField } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { readMoment } from '../../platform/values/moment-field.ts'
import { foldCode } from './code.rules.ts'
import { CODE_TICKETS_MAX, isWhole, leastValue, storedValue } from './code-form.rules.ts'
import type { BatchRequest, CodeRequest } from './promo-codes.contract.ts'
import type { CodeTermsRow } from './promo-codes.sql.ts'

/** The terms of a code. `typeIds` is empty if the code is for all types. */
export type ReadTerms = CodeTermsRow & { typeIds: string[] }

/** Reads the terms of a new code. Throws an AppError that names the field at fault. */
export function readTerms(request: CodeRequest | BatchRequest, now: Date): ReadTerms {
  const { kind, ticket_type_ids = null, seller_id = null } = request
  const starts_at = readMoment(request.starts_at ?? null, 'starts_at')
  const ends_at = readEnd(request.ends_at ?? null, { starts_at, now })
  const typeIds = readTypes(ticket_type_ids)
  if (kind === 'access' && typeIds.length === 0) {
    refuseField('ticket_type_ids', 'Choose the hidden ticket types that the code shows.')
  }
  if (seller_id !== null && !isUuid(seller_id)) refuseSeller()
  return {
    kind,
    ...readValue(kind, request.value ?? null),
    is_for_all_types: typeIds.length === 0,
    typeIds,
    starts_at,
    ends_at,
    seller_id: seller_id?.toLowerCase() ?? null,
  }
}

export function refuseSeller(): never {
  refuseField('seller_id', 'This event has no such seller.')
}

export function refuseTypes(): never {
  refuseField('ticket_type_ids', 'This event has no such ticket type. Reload the page.')
}

function readTypes(ids: readonly string[] | null): string[] {
  if (ids === null) return []
  if (ids.length === 0) refuseField('ticket_type_ids', 'Choose at least one ticket type.')
  if (!ids.every(isUuid)) refuseTypes()
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

function readValue(
  kind: CodeRequest['kind'],
  value: number | null,
): Pick<CodeTermsRow, 'percent' | 'value_cents'> {
  const stored = storedValue(kind, value)
  if (stored) return stored
  if (kind === 'access') refuseField('value', 'An access code changes no price.')
  if (kind === 'percent') refuseField('value', 'Type a whole number from 1 to 100 per cent.')
  refuseField('value', `Type whole shillings from ${leastValue(kind)} to 1,000,000.`)
}

/** Reads a code's end. Throws an AppError unless it is in the future and after `starts_at`. */
export function readEnd(
  sent: string | null,
  { starts_at, now }: { starts_at: Date | null; now: Date },
): Date | null {
  const ends_at = readMoment(sent, 'ends_at')
  if (ends_at === null) return null
  if (ends_at <= now) refuseField('ends_at', 'The end must be in the future.')
  if (starts_at !== null && ends_at <= starts_at) {
    refuseField('ends_at', 'The end must be after the start.')
  }
  return ends_at
}

export function readMaximum(
  value: number | null,
  field: 'max_tickets' | 'max_per_phone',
): number | null {
  if (value === null || isWhole(value, 1, CODE_TICKETS_MAX)) return value
  refuseField(field, 'Type a whole number from 1 to 1,000,000, or leave the field empty.')
}

type ReadText = {
  code: string
  code_fold: string
  /** The code if it has digits only. Otherwise null: USSD buyers then type random digits. */
  digits: string | null
}

/** Reads a code as the organizer typed it. USSD buyers type a code of digits only as it is. */
export function readCode(typed: string): ReadText {
  const code = typed.trim().toUpperCase().replace(/\s+/g, '-')
  const code_fold = foldCode(code)
  if (code_fold === null || !/^[A-Z0-9-]+$/.test(code)) {
    refuseField('code', 'Use 3 to 20 letters, digits and hyphens.')
  }
  const bare = code.replaceAll('-', '')
  if (!/^\d+$/.test(bare)) return { code, code_fold, digits: null }
  return { code: bare, code_fold, digits: bare }
}

/**
 * Throws an AppError unless a code of digits only has the `length` that USSD needs for its terms.
 */
export function checkDigits({ digits }: ReadText, length: 4 | 8): void {
  if (digits === null || digits.length === length) return
  refuseField(
    'code',
    length === 4
      ? 'A code of digits only must have 4 digits, as it is dialled. Or add a letter.'
      : 'A code of digits only must have 8 digits, because it is for one ticket, for hidden tickets or makes tickets free. Or add a letter.',
  )
}
