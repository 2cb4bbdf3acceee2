import type { TicketTypeReply } from '../../events/events.contract.ts'
import { entriesOf } from '../../events/price.rules.ts'
import { type ChosenLine, mostOf, type Offer } from '../choice.rules.ts'

// Tables, minimum quantities and add-ons on the event page. Follows the rules by which
// orders/placing refuses orders. Types are sold in units; promo codes and phones count people.

type Types = readonly TicketTypeReply[]

const isAddOn = ({ kind }: Pick<TicketTypeReply, 'kind'>): boolean => kind === 'add_on'

/**
 * All types, with the add-ons last. A type counts as gone if its minimum per order is more than the
 * buyer can order now.
 */
export const unitTypes = (types: Types): TicketTypeReply[] =>
  [...entriesOf(types), ...types.filter(isAddOn)].map((type) =>
    mostOf(type) < (type.min_per_order ?? 0) ? { ...type, available: 0 } : type,
  )

/** The lines, each with its unit: the people of a table, or an add-on. */
export function withUnits(types: Types, lines: readonly ChosenLine[]): ChosenLine[] {
  return lines.map((line) => {
    const type = types.find(({ id }) => id === line.ticketTypeId)
    if (!type) return line
    const { sold_in: soldIn = 1 } = type
    return {
      ...line,
      ...(soldIn > 1 && { soldIn }),
      ...(isAddOn(type) ? { isAddOn: true } : peopleOf(line.quantity, soldIn)),
    }
  })
}

/** The quantity after plus or minus is pressed. Skips quantities below the minimum per order. */
export function stepFrom(
  before: number,
  quantity: number,
  type: Pick<TicketTypeReply, 'min_per_order'> | undefined,
): number {
  const least = type?.min_per_order ?? 1
  if (quantity >= least) return quantity
  return quantity > before ? least : 0
}

function peopleOf(quantity: number, soldIn: number) {
  // A text of its own without the space, because only a whole text is translated.
  const words = `(${quantity * soldIn} people)`
  return soldIn > 1 ? { people: ` ${words}` } : {}
}

/** True if the order has only add-ons, so that the phone must already have a ticket. */
export const isAddOnsOnly = (lines: readonly ChosenLine[]): boolean =>
  lines.length > 0 && lines.every((line) => line.isAddOn)

/** '20 people' and '1 add-on'. Undefined if all lines are plain tickets. */
export function unitWords(lines: readonly ChosenLine[]): string[] | undefined {
  if (!lines.some(({ soldIn, isAddOn }) => soldIn || isAddOn)) return undefined
  const entries = lines.filter((line) => !line.isAddOn)
  const units = (some: readonly ChosenLine[]) =>
    some.reduce((sum, { quantity }) => sum + quantity, 0)
  const addOns = units(lines) - units(entries)
  const people = entries.reduce((sum, { quantity, soldIn = 1 }) => sum + quantity * soldIn, 0)
  const tickets = people === 1 ? '1 ticket' : `${people} tickets`
  return [
    ...(people > units(entries) ? [`${people} people`] : people > 0 ? [tickets] : []),
    ...(addOns === 1 ? ['1 add-on'] : addOns > 1 ? [`${addOns} add-ons`] : []),
  ]
}

/**
 * The offer without lines below the minimum per order. If the buyer chose fewer units than the
 * minimum, the offer is empty, because the buyer may want more units or none.
 */
export function atLeast(
  types: Types,
  lines: readonly ChosenLine[],
  offer: Offer | null,
): Offer | null {
  const isShort = ({ ticketTypeId, quantity }: ChosenLine) =>
    quantity < (types.find(({ id }) => id === ticketTypeId)?.min_per_order ?? 1)
  const typed = types.flatMap((type) => {
    const line = lines.find(({ ticketTypeId }) => ticketTypeId === type.id)
    if (!line || !isShort(line) || mostOf(type) === 0) return []
    const reason = `At least ${type.min_per_order} per order`
    return lines.length > 1 ? `${type.name}: ${reason}` : reason
  })
  if (typed.length > 0) return { lines: [], reasons: typed, isShort: false }
  return offer && { ...offer, lines: offer.lines.filter((line) => !isShort(line)) }
}
