/** What a form answers that was sent before its page could act on it. */
export const TOO_EARLY = 'The page was not ready yet. Please try once more.'

/** What became of a form: what is wrong by field, or with the whole. */
export type FormOutcome = {
  problem?: string
  faults?: Record<string, string | undefined>
}
