import type { SaleNews } from './gate-calls.ts'

/** The text for the steward about a sale that has ended, or that the phone stops polling. */
export function tellSale({ status, message, check_ins }: SaleNews): {
  title: string
  words: string
} {
  if (status === 'pending') {
    return {
      title: 'Not sold',
      words: 'No answer yet. We send the tickets by SMS when it is paid.',
    }
  }
  if (status !== '0') return { title: 'Not sold', words: message ?? 'It was not paid.' }
  const bySms = 'The tickets are on their way by SMS.'
  const refused = check_ins?.find(({ result }) => result !== 'valid')
  // People who are not counted must not go in, because their ticket would then admit others.
  if (!check_ins || refused) {
    const why = refused?.message ?? 'No one was let in yet: check the tickets in.'
    return { title: 'Sold, not inside', words: `${why} ${bySms}` }
  }
  return { title: 'Sold: let them in', words: bySms }
}
