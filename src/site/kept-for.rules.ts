const DAY_MS = 86_400_000

/**
 * How long personal data is stored. `words` are the words of the privacy page; `ms` is what the
 * sweep uses.
 */
export const KEPT_FOR = {
  accounts: { words: '5 years', ms: 5 * 365 * DAY_MS },
  unused: { words: '2 years', ms: 2 * 365 * DAY_MS },
  letters: { words: '12 months', ms: 365 * DAY_MS },
  sent: { words: '12 months', ms: 365 * DAY_MS },
  raw: { words: '90 days', ms: 90 * DAY_MS },
  staff: { words: '90 days', ms: 90 * DAY_MS },
  dialled: { words: '30 days', ms: 30 * DAY_MS },
  logs: { words: '30 days', ms: 30 * DAY_MS },
  ended: { words: '7 days', ms: 7 * DAY_MS },
  addresses: { words: '48 hours', ms: 2 * DAY_MS },
} as const
