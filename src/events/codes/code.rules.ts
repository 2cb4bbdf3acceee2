import { toKes } from '../../platform/values/money.rules.ts'
import type { StoredCode } from '../price.rules.ts'

/** The key of a promo code: the text that a buyer typed, its digits (USSD), or its id (orders). */
export type WantedCode = { fold: string } | { digits: string } | { id: string }

const FOLDED = /^[0-9A-HJKMNP-Z]{3,20}$/

/**
 * Reads a typed promo code: I and L become 1, O becomes 0, spaces and other signs are dropped. Null
 * if it has fewer than 3 or more than 20 letters and digits.
 */
export function foldCode(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const fold = bare.replace(/[IL]/g, '1').replace(/O/g, '0')
  return FOLDED.test(fold) ? fold : null
}

export function isWantedCode(code: StoredCode, wanted: WantedCode): boolean {
  if ('id' in wanted) return code.id === wanted.id
  return 'fold' in wanted ? code.code_fold === wanted.fold : code.digits === wanted.digits
}

type CodedType = {
  id: string
  is_free: boolean
  is_hidden: boolean
  lowest_cents: number | null
}

/** Whether the code shows and sells this hidden ticket type: only a code for this type does. */
export const unlocks = (
  code: Pick<StoredCode, 'is_for_all_types' | 'type_ids'>,
  { id, is_hidden }: Pick<CodedType, 'id' | 'is_hidden'>,
): boolean => is_hidden && !code.is_for_all_types && code.type_ids.includes(id)

/** Whether the code may lower the price of this ticket type. */
export function isForPrice(
  code: Pick<StoredCode, 'kind' | 'is_for_all_types' | 'type_ids'>,
  type: CodedType,
): boolean {
  if (code.kind === 'access' || type.is_free || type.lowest_cents !== null) return false
  return code.is_for_all_types ? !type.is_hidden : code.type_ids.includes(type.id)
}

/** The terms of a code as replies have them, in shillings. */
export const toCodeTerms = ({
  kind,
  percent,
  value_cents,
  is_for_all_types,
  type_ids,
}: Pick<StoredCode, 'kind' | 'percent' | 'value_cents' | 'is_for_all_types' | 'type_ids'>) => ({
  kind,
  ...(percent !== null && { percent }),
  ...(value_cents !== null && { value: toKes(value_cents) }),
  ticket_type_ids: is_for_all_types ? null : [...type_ids],
})
