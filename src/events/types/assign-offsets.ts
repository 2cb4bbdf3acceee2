import { refuseField } from '../../platform/errors.ts'
import { EventError } from '../errors.ts'
import { isEntry } from '../event.rules.ts'
import { proposeOffset, TYPES_MAX } from './offset.rules.ts'

type WantedType = { name: string; kind: string; type_offset: number | null }
type KeptType = { name: string; kind: string; type_offset: number }

const ADD_ONS_TEXT =
  'An event can have up to eight add-ons, including removed add-ons that have sold: ticket numbers have room for no more.'

/**
 * Gives each type that has no offset a free offset. Tickets and add-ons are numbered separately.
 * `kept` are removed types whose offsets are part of ticket numbers. Throws too_many_types, or an
 * AppError that names the type whose offset is taken.
 */
export function assignOffsets<T extends WantedType>(
  wanted: readonly T[],
  kept: readonly KeptType[],
): (T & { type_offset: number })[] {
  for (const kind of ['entry', 'add_on']) {
    const count = [...wanted, ...kept].filter((type) => type.kind === kind).length
    if (count <= TYPES_MAX) continue
    throw new EventError('too_many_types', {
      ...(!isEntry({ kind }) && { text: ADD_ONS_TEXT }),
      details: { field: 'ticket_types' },
    })
  }
  const taken = { entry: takenBy('entry', wanted, kept), add_on: takenBy('add_on', wanted, kept) }
  return wanted.map((type, index) => {
    const ofKind = isEntry(type) ? taken.entry : taken.add_on
    const before = wanted.slice(0, index).filter(({ kind }) => kind === type.kind)
    if (type.type_offset === null) {
      const offset = proposeOffset(ofKind, before.length)!
      ofKind.push(offset)
      return { ...type, type_offset: offset }
    }
    const offset = type.type_offset
    const isTaken = (one: WantedType) => one.kind === type.kind && one.type_offset === offset
    const other = before.find(isTaken)?.name ?? kept.find(isTaken)?.name
    if (other === undefined) return { ...type, type_offset: offset }
    return refuseField(
      `ticket_types.${index}.type_offset`,
      `The type offset ${offset} of ${type.name} is taken by ${other}.`,
    )
  })
}

const takenBy = (kind: string, wanted: readonly WantedType[], kept: readonly KeptType[]) =>
  [...wanted, ...kept].flatMap(({ kind: other, type_offset }) =>
    other === kind && type_offset !== null ? [type_offset] : [],
  )
