/** A paragraph, or a list of points. `[words](/path)` is a link; `{email}`, `{phone}`,
 * `{office}` and `{ussd}` are filled from the settings. */
export type PolicyBlock = string | readonly string[]

export type PolicySection = { id: string; title: string; blocks: readonly PolicyBlock[] }

export type Policy = {
  title: string
  /** The gist, before the long read. */
  lead: string
  description: string
  sections: readonly PolicySection[]
}

/** The day on which any policy last changed. */
export const POLICIES_UPDATED = '2026-11-22'

/** Business days that a refund takes. */
export const REFUND_DAYS = '7-14'
/** Days after the announcement in which a refund for a moved event may be asked for. */
export const RESCHEDULE_DAYS = 14
export const MINIMUM_AGE = 13

/** Days or years after which what we hold is deleted or made anonymous. */
export const KEPT_FOR = {
  accounts: '5 years',
  raw: '90 days',
  logs: '30 days',
  letters: '12 months',
}
