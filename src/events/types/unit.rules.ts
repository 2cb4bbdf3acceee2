import { isEntry } from '../event.rules.ts'

// The rules for types that are sold singly, or in units of several people such as tables. An
// add-on admits no people. Its gate redeems it instead.

/** The most people of a unit. A ticket number cannot encode more. */
export const SOLD_IN_MAX = 31

export type Kind = 'entry' | 'add_on'

export type Units = { sold_in: number; min_per_order: number; kind: string }

export const PLAIN_UNITS = { sold_in: 1, min_per_order: 1, kind: 'entry' } as const

/** Words for units that names of ticket types use. */
const WORDS = ['table', 'booth', 'package', 'pack', 'group', 'family', 'team']

/** The unit in a type's name: 'table' for 'VIP Table of 10'. 'unit' if no known word is found. */
export function unitWord(name: string, count = 1): string {
  const words = name.toLowerCase().match(/[a-z]+/g) ?? []
  const plain = words.map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
  const word = WORDS.find((one) => plain.includes(one)) ?? 'unit'
  if (count === 1) return word
  return word === 'family' ? 'families' : `${word}s`
}

type Named = Pick<Units, 'sold_in' | 'kind'> & { name: string }

/** 'tables of 10', 'packs of 3', or 'single tickets'. */
export function soldInWords({ name, sold_in, kind }: Named): string {
  if (sold_in > 1) return `${unitWord(name, 2)} of ${sold_in}`
  return isEntry({ kind }) ? 'single tickets' : 'single add-ons'
}

export const kindWords = (kind: string) => (isEntry({ kind }) ? 'ticket' : 'add-on')

/** The fields of a type that cannot change after its first order, with the text for each field. */
export const FIXED_FIELDS = {
  sold_in: 'how many people one has',
  kind: 'whether it is a ticket or an add-on',
  pool_id: 'its shared capacity',
  day_numbers: 'its days',
  once_in_all: 'how often it lets in on several days',
} as const

/**
 * The first ticket type whose minimum order admits more people than one phone number may buy
 * tickets for. Add-ons do not count.
 */
export function beyondPhone(
  types: readonly (Units & { name: string })[],
  maxPerPhone: number | null,
): { index: number; text: string } | null {
  if (maxPerPhone === null) return null
  for (const [index, { name, sold_in, min_per_order, kind }] of types.entries()) {
    const least = sold_in * min_per_order
    if (!isEntry({ kind }) || least <= maxPerPhone) continue
    const text = `One order of ${name} is for ${least} people or more, and one phone number may hold only ${maxPerPhone}. Raise Max per phone number.`
    return { index, text }
  }
  return null
}

/** The gates that redeem add-ons. They let no one in. */
export const gatesOfAddOns = (
  types: readonly { kind: string; gate_ids: readonly string[] }[],
): ReadonlySet<string> => new Set(types.flatMap((type) => (isEntry(type) ? [] : type.gate_ids)))

type GateType = { name: string; kind: string; gateIds: readonly string[] }

/**
 * The first fault of the gates of an event's types: an add-on without a gate, or a gate that
 * serves both tickets and add-ons. At such a gate, a paid parking space could pass for a ticket.
 * `kept` are removed types whose tickets are still valid.
 */
export function addOnGateFault(
  types: readonly GateType[],
  kept: readonly GateType[] = [],
): { index: number; text: string } | null {
  for (const [index, type] of types.entries()) {
    if (!isEntry(type) && type.gateIds.length === 0) {
      const text = `${type.name} is an add-on: choose the gate at which it is redeemed, such as 'Parking' or 'Bar'.`
      return { index, text }
    }
    const other = [...types.slice(0, index), ...kept].find(
      ({ kind, gateIds }) => kind !== type.kind && gateIds.some((id) => type.gateIds.includes(id)),
    )
    if (other) {
      const [entry, addOn] = isEntry(type) ? [type, other] : [other, type]
      const text = `A gate cannot serve both ${entry.name}, which lets people in, and the add-on ${addOn.name}. Give the add-on a gate of its own.`
      return { index, text }
    }
  }
  return null
}
