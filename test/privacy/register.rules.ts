import { KEPT_FOR } from '../../src/site/kept-for.rules.ts'

export const TERMS = {
  sale: `${KEPT_FOR.accounts.label} after the event`,
  raw: KEPT_FOR.raw.label,
  sent: KEPT_FOR.sent.label,
  letter: KEPT_FOR.letters.label,
  answers: `${KEPT_FOR.answers.label} after the event`,
  dialled: KEPT_FOR.dialled.label,
  address: KEPT_FOR.addresses.label,
  unconfirmed: `${KEPT_FOR.ended.label}, unless it is confirmed`,
  ended: `${KEPT_FOR.ended.label} after its end`,
  challenge: 'an hour after its end, at most',
  gate: `${KEPT_FOR.staff.label} after the event`,
  staff: KEPT_FOR.staff.label,
  account: `until it is closed; ${KEPT_FOR.unused.label} without an event and a sign-in`,
  consent: `until it is withdrawn, and its proof ${KEPT_FOR.accounts.label} longer`,
  window: 'until the window of the limit ends',
  done: 'until the work is done',
  changed: 'until it is replaced',
  objection: 'until it is withdrawn',
  history: 'as long as the books, without a term',
} as const

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

export type PersonalColumn = {
  content: string
  why: string
  kept: keyof typeof TERMS
  erased: keyof typeof ERASURES
}

/** The personal columns of a table, and the names of all its other columns. */
export type Entry = { person: Record<string, PersonalColumn>; plain: string }

export const column = (
  content: string,
  why: string,
  kept: PersonalColumn['kept'],
  erased: PersonalColumn['erased'],
): PersonalColumn => ({ content, why, kept, erased })

export const plain = (columns: string): Entry => ({ person: {}, plain: columns })
