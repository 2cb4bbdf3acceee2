// The gates of the event, and which tickets each gate takes. An add-on, such as parking, is
// redeemed at separate gates, which are no entrances.
import { readPayload } from '../../../tickets/number.rules.ts'
import type { GateDecision, GateEvent } from '../../gate.contract.ts'
import type { Pairing } from './gate-store.ts'

type Gate = GateEvent['gates'][number]

/** The gate in the request; otherwise the phone's own gate, or the gate that the steward chose. */
export function gateOf(
  { gate, event, chosenGate }: Pairing,
  requested?: string | null,
): Gate | null {
  const id = requested ?? gate?.id
  if (id) return event.gates.find((other) => other.id === id) ?? null
  return event.gates.find((other) => other.n === chosenGate) ?? null
}

/** Empty if a type's tickets may enter at every gate, or if the phone does not know the type. */
export function gatesOfType({ types, gates }: GateEvent, typeOffset: number): Gate[] {
  const links = types.filter((type) => type.type_offset === typeOffset).map((type) => type.gates)
  const linked = gates.filter(({ n }) => links.some((link) => link.includes(n)))
  const isAnywhere = links.some((link) => link.length === 0) || linked.some(({ id }) => id === null)
  return isAnywhere ? [] : linked
}

type AddOn = NonNullable<GateEvent['extras']>[number]
type Event = Pick<GateEvent, 'types' | 'extras' | 'gates'>

const addOnsOf = ({ extras = [] }: Event, typeOffset: number): AddOn[] =>
  extras.filter((extra) => extra.type_offset === typeOffset)

/** The gates that redeem any of `addOns`. Leaves out gates of entry types: they are entrances. */
function gatesOf({ types, gates }: Event, addOns: readonly AddOn[]): GateEvent['gates'] {
  return gates.filter(
    ({ n, id }) =>
      id !== null &&
      addOns.some((addOn) => addOn.gates.includes(n)) &&
      !types.some((type) => type.gates.includes(n)),
  )
}

/** The add-ons that the gate redeems. Empty for an entrance. */
export function addOnsAt(event: Event, gateId: string | null): AddOn[] {
  const { extras = [] } = event
  return extras.filter((extra) => gatesOf(event, [extra]).some(({ id }) => id === gateId))
}

/** The names of the add-ons that the phone's gate redeems. '' at an entrance. */
export const redeemsHere = (pairing: Pairing): string =>
  addOnsAt(pairing.event, gateOf(pairing)?.id ?? null)
    .map(({ name }) => name)
    .join(', ')

/** Returns the fields that only add-ons have. Empty for the number of an entry ticket. */
export function addOnFacts(event: Event, payload: string): { redeemedAt?: string[] } {
  const { kind, typeOffset } = readPayload(payload)
  if (kind === 'entry') return {}
  const gates = gatesOf(event, addOnsOf(event, typeOffset))
  return { redeemedAt: gates.flatMap(({ id }) => id ?? []) }
}

/**
 * How often a phone may redeem an add-on now that is not on its list: once, until the phone has
 * redeemed a whole unit. A further redemption could admit a second car on one parking ticket.
 */
export function oneOfUnit(event: Event, typeOffset: number, moved: number): number {
  const unit = addOnsOf(event, typeOffset)[0]?.sold_in ?? 1
  return moved < unit ? 1 : 0
}

export function aboutAddOn(
  event: Event,
  typeOffset: number,
  found: { left: number; total: number | null } | null,
): NonNullable<GateDecision['ticket']> {
  const addOns = addOnsOf(event, typeOffset)
  return {
    ticket_type: addOns[0]?.name ?? 'Add-on',
    quantity: found?.total ?? found?.left ?? 1,
    gate: gatesOf(event, addOns)
      .map(({ name }) => name)
      .join(' or '),
    kind: 'add_on',
  }
}
