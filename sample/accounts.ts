export const SAMPLE_PASSWORD = 'karibu-lango'

const id = (number: number) => `5a17ca10-000a-4000-8000-${String(number).padStart(12, '0')}`

/** The accounts are the same in every sandbox, so that sample events can name their organizer. */
export const SAMPLE_ACCOUNTS = {
  admin: { id: id(1), email: 'admin@lango.test', fullName: 'Wanjiru Kamau', role: 'admin' },
  /** With several events that sell. */
  organizer: {
    id: id(2),
    email: 'organizer@lango.test',
    fullName: 'Otieno Ochieng',
    role: 'organizer',
  },
  /** With events that the one above must not see. */
  other: { id: id(3), email: 'other@lango.test', fullName: 'Halima Yusuf', role: 'organizer' },
  /** Without any. */
  new: { id: id(4), email: 'new@lango.test', fullName: 'Kipchoge Rotich', role: 'organizer' },
} as const
