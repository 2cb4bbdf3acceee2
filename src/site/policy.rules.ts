import { REFUND_DAYS } from '../refunds/business-days.rules.ts'

/** A paragraph, or a list of points. `[words](/path)` is a link; `{email}`, `{phone}`,
 * `{office}` and `{ussd}` are filled from the settings. */
type PolicyBlock = string | readonly string[]

export type PolicySection = { id: string; title: string; blocks: readonly PolicyBlock[] }

export type Policy = {
  title: string
  lead: string
  description: string
  sections: readonly PolicySection[]
}

export const POLICIES_UPDATED = '2026-11-30'

/** The number of business days that a refund takes, from the constant that the refunds use. */
export const REFUND_SPAN = `${REFUND_DAYS.first}-${REFUND_DAYS.last}`
export const MINIMUM_AGE = 13
