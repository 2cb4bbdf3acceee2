import type { AuditEntry } from '../../accounts/audit-log.sql.ts'
import { strangerWordsFault } from '../../messages/stranger-words.rules.ts'
import { assert } from '../../platform/assert.ts'
import { isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import { isRefusedBy } from '../../platform/database/refused-by.sql.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { GATE_NAME_MAX } from '../edit.rules.ts'
import { EventError } from '../errors.ts'
import { type Entrance, OWN_OFFSET_MIN } from './entrance.rules.ts'
import {
  countTypesOf,
  deleteGate,
  insertOwnGates,
  lockOwnGates,
  type OwnGate,
  updateOwnGates,
} from './own-gates.sql.ts'

/** Returns the gates among `ids` that issued tickets refer to. */
export type NamedGates = (tx: Tx, ids: readonly string[]) => Promise<string[]>

/** The changes of an event's own gates, in the order of the request. */
export type GatePlan = {
  before: OwnGate[]
  after: OwnGate[]
}

type Viewing = Pick<Viewer, 'role'>

/**
 * Plans the gates of an event from a request, which lists all gates. Without gates in the request,
 * the stored gates stay. Throws an AppError that names the field at fault.
 */
export function planGates(
  viewer: Viewing,
  before: OwnGate[],
  sent: readonly Entrance[] | undefined,
): GatePlan {
  if (sent === undefined) return { before, after: before }
  const after = sent.map((gate, index) => ({
    id: readId(sent, index),
    name: readGateName(viewer, before, gate, `gates.${index}.name`),
    gate_offset: OWN_OFFSET_MIN + index,
  }))
  for (const [index, { name }] of after.entries()) {
    const isTaken = (other: OwnGate) => other.name.toLowerCase() === name.toLowerCase()
    if (after.findIndex(isTaken) < index) refuseTwin(name, `gates.${index}.name`)
  }
  return { before, after }
}

function readId(sent: readonly Entrance[], index: number): string {
  const field = `gates.${index}.id`
  const id = sent[index]!.id.toLowerCase()
  if (!isUuid(id)) refuseField(field, `${field} must be a UUID.`)
  const isSecond = sent.slice(0, index).some((other) => other.id.toLowerCase() === id)
  return isSecond ? refuseField(field, `${field} is listed twice.`) : id
}

/**
 * Reads the name of an entrance, which is part of SMS. An organizer's name may contain no words
 * that an admin must check, except 'Lango', Swahili for gate: 'Lango Kuu', 'Lango A'.
 */
function readGateName(
  viewer: Viewing,
  before: readonly OwnGate[],
  sent: Entrance,
  field: string,
): string {
  const name = cleanLine(sent.name)
  if (name === '') refuseField(field, 'Name this entrance, or remove it.')
  if (name.length > GATE_NAME_MAX) {
    refuseField(field, `An entrance can have up to ${GATE_NAME_MAX} characters.`)
  }
  const isStored = before.some((old) => old.id === sent.id.toLowerCase() && old.name === name)
  if (isStored || viewer.role === 'admin') return name
  const fault = strangerWordsFault(name.replace(/\blango\b/gi, 'gate'))
  return fault === null ? name : refuseField(field, fault)
}

function refuseTwin(name: string, field: string): never {
  throw new EventError('duplicate', {
    text: `This event already has an entrance named ${name}.`,
    details: { field },
  })
}

const addedGates = ({ before, after }: GatePlan): OwnGate[] =>
  after.filter(({ id }) => !before.some((old) => old.id === id))

const removedGates = ({ before, after }: GatePlan): OwnGate[] =>
  before.filter(({ id }) => !after.some((gate) => gate.id === id))

const nameBefore = ({ before }: GatePlan, { id }: OwnGate) =>
  before.find((old) => old.id === id)?.name

const renamedGates = (plan: GatePlan): OwnGate[] =>
  plan.after.filter((gate) => (nameBefore(plan, gate) ?? gate.name) !== gate.name)

export function areGatesKept({ before, after }: GatePlan): boolean {
  const text = (gates: OwnGate[]) => gates.map(({ id, name }) => `${id} ${name}`).join('\n')
  return text(before) === text(after)
}

/**
 * Adds the new gates of a plan without their names, which `finishGates` sets. Throws an AppError if
 * another gate has the id.
 */
export async function addGates(tx: Tx, eventId: string, plan: GatePlan): Promise<void> {
  const added = addedGates(plan)
  if (added.length === 0) return
  const inserted = await insertOwnGates(tx, eventId, added)
  const taken = added.find(({ id }) => !inserted.includes(id))
  if (!taken) return
  const index = plan.after.indexOf(taken)
  refuseField(`gates.${index}.id`, 'Another gate has this id. Make a new one.')
}

/** The foreign keys that keep a gate from being removed. */
export const USES_OF_GATE = [
  'check_in_gate_id_fkey',
  'gate_load_gate_id_fkey',
  'gate_move_gate_id_fkey',
  'gate_phone_gate_id_fkey',
  'order_admit_gate_id_fkey',
  'stopped_gate_gate_id_fkey',
  'ticket_gate_id_fkey',
]

/**
 * Removes and renames gates of a plan, after its new gates and ticket types are written. `awaited`
 * are the gates in a change that waits for approval. Locks the gates after the links of the types,
 * like the issue of a ticket. Throws in_use if a gate is still needed, or duplicate.
 */
export async function finishGates(
  tx: Tx,
  plan: GatePlan,
  { namedGates, awaited }: { namedGates: NamedGates | undefined; awaited: readonly string[] },
): Promise<void> {
  if (areGatesKept(plan)) return
  for (const gate of removedGates(plan)) await removeOwnGate(tx, gate, awaited)
  const renamed = renamedGates(plan).map(({ id }) => id)
  if (renamed.length > 0) {
    await lockOwnGates(tx, renamed)
    assert(namedGates, 'a save without its other rooms renames a gate')
    const named = await namedGates(tx, renamed)
    const index = plan.after.findIndex(({ id }) => named.includes(id))
    if (index >= 0) refuseRename(nameBefore(plan, plan.after[index]!)!, `gates.${index}.name`)
  }
  try {
    await updateOwnGates(tx, plan.after)
  } catch (error) {
    // PostgreSQL ignores case in more letters than JavaScript, so it may find more duplicates.
    if (!isUniqueViolation(error, 'gate__event_name')) throw error
    throw new EventError('duplicate', {
      text: 'Two entrances of this event have one name.',
      details: { field: 'gates' },
    })
  }
}

function refuseRename(name: string, field: string): never {
  const text = `Tickets name ${name}, so it keeps its name.`
  throw new EventError('in_use', { text, details: { field } })
}

async function removeOwnGate(
  tx: Tx,
  { id, name }: OwnGate,
  awaited: readonly string[],
): Promise<void> {
  const refuse = (text: string) => {
    throw new EventError('in_use', { text, details: { field: 'gates' } })
  }
  if (awaited.includes(id)) refuse(`A change that waits for approval names ${name}.`)
  const count = await countTypesOf(tx, id)
  if (count > 0) refuse(`${wayInText(name, count)} Unlink it first.`)
  if (await isRefusedBy(tx, USES_OF_GATE, () => deleteGate(tx, id))) {
    refuse(`Tickets, check-ins or gate phones name ${name}, so it has to stay.`)
  }
}

/** Says that ticket types still enter through a gate. */
export function wayInText(name: string, count: number): string {
  const types = count === 1 ? '1 ticket type' : `${count} ticket types`
  return `${name} is still the way in for ${types}.`
}

/** The audit entries of a plan, without the id of the event. */
export function gateEntries(title: string, plan: GatePlan): AuditEntry[] {
  const subject = (name: string) => `${title} · ${name}`
  return [
    ...addedGates(plan).map(({ name }) => ({ action: 'gate_added', subject: subject(name) })),
    ...renamedGates(plan).map((gate) => ({
      action: 'gate_changed',
      subject: subject(gate.name),
      before: nameBefore(plan, gate),
      after: gate.name,
    })),
    ...removedGates(plan).map(({ name }) => ({ action: 'gate_removed', subject: subject(name) })),
  ]
}
