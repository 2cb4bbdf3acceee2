/** Whether a key or an address belongs to a card that we drew for an event without a poster. */
export const isDrawnCard = (picture: string | null | undefined): boolean =>
  /(?:^|\/images\/)card-[0-9a-f]/.test(picture ?? '')

const OURS = '#b4430c'

/** The colours of cards. White text is readable on them, and none is near a state's colour. */
const COLOURS: Readonly<Record<string, string>> = {
  sports: '#1d4f9f',
  concerts: '#6a2bb0',
  festivals: '#a01c75',
  theater: '#0d5c75',
  comedy: '#4a6108',
}

/** The colour of a category's cards: its own, or one chosen by its name. Null: Lango's colour. */
export function cardColour(category: string | null): string {
  if (category === null) return OURS
  const name = category.trim().toLowerCase()
  const all = Object.values(COLOURS)
  const sum = [...name].reduce((total, letter) => total + letter.codePointAt(0)!, 0)
  return COLOURS[name] ?? all[sum % all.length]!
}
