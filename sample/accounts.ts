export const SAMPLE_PASSWORD = 'karibu-lango'

const id = (number: number) => `5a17ca10-000a-4000-8000-${String(number).padStart(12, '0')}`

/**
 * The accounts have the same ids in every sandbox, so that sample events can name their organizer.
 */
export const SAMPLE_ACCOUNTS = {
  admin: { id: id(1), email: 'admin@lango.test', fullName: 'Wanjiru Kamau', role: 'admin' },
  /** The organizer of several events with sales. */
  organizer: {
    id: id(2),
    email: 'organizer@lango.test',
    fullName: 'Otieno Ochieng',
    role: 'organizer',
  },
  /** The organizer of events that the account `organizer` must not see. */
  other: { id: id(3), email: 'other@lango.test', fullName: 'Halima Yusuf', role: 'organizer' },
  /** An organizer without events. */
  new: { id: id(4), email: 'new@lango.test', fullName: 'Kipchoge Rotich', role: 'organizer' },
} as const
