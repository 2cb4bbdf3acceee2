import { KEPT_FOR } from '../site/kept-for.rules.ts'

/** When data is deleted or emptied. */
export const TERMS = {
  sale: `${KEPT_FOR.accounts.words} after the event`,
  raw: KEPT_FOR.raw.words,
  sent: KEPT_FOR.sent.words,
  letter: KEPT_FOR.letters.words,
  dialled: KEPT_FOR.dialled.words,
  address: KEPT_FOR.addresses.words,
  asked: `${KEPT_FOR.ended.words}, unless it is confirmed`,
  ended: `${KEPT_FOR.ended.words} after its end`,
  challenge: 'an hour after its end, at most',
  gate: `${KEPT_FOR.staff.words} after the event`,
  staff: KEPT_FOR.staff.words,
  account: `until it is closed; ${KEPT_FOR.unused.words} without an event and a sign-in`,
  consent: `until it is withdrawn, and its proof ${KEPT_FOR.accounts.words} longer`,
  window: 'until the window of the limit ends',
  done: 'until the work is done',
  changed: 'until it is replaced',
  objection: 'until it is withdrawn',
  history: 'as long as the books, without a term',
} as const

/** The effect of an erasure by phone number. */
export const ERASURES = {
  emptied: 'emptied; the row stays',
  deleted: 'deleted with its row',
  report:
    'deleted with its row, if the report names the number or a receipt of the person; a masked number without an order stays until its term',
  settled:
    'emptied once its money is settled; a masked number without an order stays until its term',
  term: 'stays until its term, because it is not tied to a phone number',
  objection: 'stays: it is the objection itself',
  staff: 'stays: written by or about our staff and organizers',
} as const

/** A column that holds, or may hold, personal data. */
export type PersonalColumn = {
  holds: string
  why: string
  kept: keyof typeof TERMS
  erased: keyof typeof ERASURES
}

/** The personal columns of a table, and the names of all its other columns. */
export type Entry = { person: Record<string, PersonalColumn>; plain: string }

/** A rule for a column. */
export const column = (
  holds: string,
  why: string,
  kept: PersonalColumn['kept'],
  erased: PersonalColumn['erased'],
): PersonalColumn => ({ holds, why, kept, erased })

/** A table without personal columns. */
export const plain = (columns: string): Entry => ({ person: {}, plain: columns })
