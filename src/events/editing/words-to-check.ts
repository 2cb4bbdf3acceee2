import { findStrangerWords, type StrangerWords } from '../../messages/stranger-words.rules.ts'
import type { EventInput } from './event-edit.contract.ts'
import type { Host } from './review.sql.ts'

/** Words that an admin must allow before strangers read them in SMS. `what` is the field. */
type WordsToCheck = { what: string; words: string }

/**
 * The words to check in the fields that strangers read, most of them in SMS: title, venue, and names
 * of ticket types, of their price steps and of shared capacities.
 */
export function wordsToCheck(input: EventInput): WordsToCheck[] {
  const { title, location, ticket_types = [], pools = [] } = input
  const mark = (what: string, found: StrangerWords[]) => found.map(({ words }) => ({ what, words }))
  return [
    ...mark('Title', findStrangerWords(title ?? '')),
    ...mark('Location', wordsInVenue(location ?? '')),
    ...ticket_types.flatMap(({ name, price_steps = [] }) => [
      ...mark('Ticket type', findStrangerWords(name ?? '')),
      ...price_steps.flatMap((step) => mark('Early price', findStrangerWords(step.name ?? ''))),
    ]),
    ...pools.flatMap(({ name }) => mark('Shared capacity', findStrangerWords(name))),
  ]
}

/** The words to check in the name of an event's organizer, unless an admin has allowed the name. */
export function hostWordsToCheck(host: Host | undefined): WordsToCheck[] {
  if (!host || host.is_name_decided) return []
  return findStrangerWords(host.name).map(({ words }) => ({ what: 'Organizer', words }))
}

/** Finds words to check in a venue, except names of banks and authorities, as in 'KCB Grounds'. */
export function wordsInVenue(location: string): StrangerWords[] {
  return findStrangerWords(location).filter(({ fault }) => fault !== 'trusted')
}
