const DAY_MS = 86_400_000

/**
 * How long personal data is stored. `label` stands on the privacy page; `ms` is what the
 * sweep uses.
 */
export const KEPT_FOR = {
  accounts: { label: '5 years', ms: 5 * 365 * DAY_MS },
  unused: { label: '2 years', ms: 2 * 365 * DAY_MS },
  letters: { label: '12 months', ms: 365 * DAY_MS },
  sent: { label: '12 months', ms: 365 * DAY_MS },
  raw: { label: '90 days', ms: 90 * DAY_MS },
  staff: { label: '90 days', ms: 90 * DAY_MS },
  answers: { label: '30 days', ms: 30 * DAY_MS },
  dialled: { label: '30 days', ms: 30 * DAY_MS },
  logs: { label: '30 days', ms: 30 * DAY_MS },
  ended: { label: '7 days', ms: 7 * DAY_MS },
  addresses: { label: '48 hours', ms: 2 * DAY_MS },
} as const
