import type { EventDay } from '../../../events/event.rules.ts'
import { gateDay } from '../../../events/sales.rules.ts'
import { isAddOnNumber, readPayload } from '../../../tickets/number.rules.ts'
import {
  checkInMessage,
  type Decision,
  decideCheckIn,
  type KnownTicket,
  type Unlisted,
  type VoidReason,
  validationStatus,
} from '../../checkin.rules.ts'
import type { GateCheckIn, GateDecision, GateEvent, UsedBy } from '../../gate.contract.ts'
import {
  findEntry,
  findTotal,
  findUse,
  firstDayOf,
  hashNumber,
  type ListEntry,
  leftOn,
} from '../../list/ticket-list.rules.ts'
import type { KeptList, Pairing, Row } from './gate-store.ts'
import { aboutAddOn, addOnFacts, addOnsAt, gateOf, gatesOfType, oneOfUnit } from './gates.ts'
import { proofOf, sha256 } from './proof-key.ts'
import type { ShownNumber } from './shown-number.ts'
import { dayFacts, daysOfNumber, doorsToday, insideAt, otherDay } from './ticket-days.ts'

export type Known = { pairing: Pairing; list: KeptList | null; rows: readonly Row[] }

type Alone = { decision: GateDecision; number: string; moved: number; byProof: boolean }

/**
 * Decides about a ticket without a network. Applies the same rule as the server to the stored
 * ticket list, the phone's own check-ins since that list, and the scanned number.
 */
export async function decideAlone(
  known: Known,
  shown: ShownNumber,
  request: GateCheckIn,
  at: number,
): Promise<Alone> {
  const { number } = shown
  const found = await lookUp(known, number, at)
  const redeems = addOnsAt(known.pairing.event, gateOf(known.pairing, request.gate_id)?.id ?? null)
  const other = otherDay(known.pairing.event, shown.payload, at)
  const facts = { ...about(known, shown, found), redeems, other, number, at, nonce: request.nonce }
  const isIn = (request.kind ?? 'in') === 'in'
  const ticket = await ticketOf(known, shown, found, at)
  const ruled = isIn ? decideIn(known, ticket, request, at) : DONE
  const people = isIn ? ruled.admits : peopleBack(known.rows, request)
  return {
    decision: tell(ruled, facts),
    number,
    moved: isIn ? people : -people,
    byProof: ruled.reason === 'by_proof',
  }
}

/** Exits and undos always succeed, even if the list disagrees: the people are out already. */
const DONE: Decision = { result: 'valid', reason: null, admits: 0, left: null }

function decideIn(
  { pairing }: Known,
  ticket: KnownTicket | Unlisted | null,
  request: GateCheckIn,
  at: number,
): Decision {
  const { event } = pairing
  const gate = gateOf(pairing, request.gate_id)
  return decideCheckIn(
    {
      eventId: event.id,
      gateId: gate?.id ?? null,
      admits: request.admits ?? null,
      isConfirmed: request.confirmed ?? false,
      isByHand: Boolean(request.reason),
    },
    ticket,
    {
      at,
      doorsAt: doorsToday(event, at),
      anyGateFrom: event.any_gate_from === null ? null : Date.parse(event.any_gate_from),
      // If the steward has not chosen a gate, the phone counts as a phone at the default gate, as
      // on the server.
      isStopped: (gate ?? event.gates.find(({ id }) => id === null))?.is_stopped ?? false,
      isAddOnGate: addOnsAt(event, gate?.id ?? null).length > 0,
    },
  )
}

/** The number of people of the undone check-in or, for an exit, of people who leave. */
export function peopleBack(rows: readonly Row[], request: GateCheckIn): number {
  const undone = rows.find((row) => row.request.nonce === request.of)
  return request.kind === 'undo' ? (undone?.moved ?? 0) : (request.admits ?? 1)
}

async function ticketOf(
  known: Known,
  shown: ShownNumber,
  found: Found | null,
  at: number,
): Promise<KnownTicket | Unlisted | null> {
  const { event } = known.pairing
  if (!found) return await unlisted(known, shown, at)
  if (shown.isWhole && !(await isSigned(known.pairing, shown))) return forged(event.id)
  return onList(event, found, { rows: known.rows, payload: shown.payload, at })
}

/** Older keys count too, because an older key may have signed a listed ticket. */
async function isSigned(
  { key, olderKeys = [] }: Pick<Pairing, 'key' | 'olderKeys'>,
  { number, payload }: ShownNumber,
): Promise<boolean> {
  for (const one of [key, ...olderKeys]) {
    if (payload + (await proofOf(one, payload)) === number) return true
  }
  return false
}

type Found = {
  entry: ListEntry
  left: number
  /** By the list, the number of a pass's people inside today. Not counted in `left`. */
  today: number
  /** How often an add-on can be redeemed in total. Null for other tickets and used-up add-ons. */
  total: number | null
  /** The last use in the list. Null if the list has no use of the ticket. */
  use: (UsedBy & { at: number }) | null
}

/** The stored list. Null if the list belongs to another event. */
export function ownList({ pairing, list }: Pick<Known, 'pairing' | 'list'>): KeptList | null {
  return (list?.eventId ?? pairing.event.id) === pairing.event.id ? list : null
}

/** Finds a ticket in the list by the first ten symbols of its number. */
export async function lookUp(known: Known, number: string, at: number): Promise<Found | null> {
  const { pairing } = known
  const list = ownList(known)
  if (!list) return null
  const hash = await hashNumber(sha256, pairing.event.id, number)
  const entry = findEntry(list.bytes, hash)
  if (!entry) return null
  const packed = { entries: list.bytes, uses: list.uses.bytes }
  const use = findUse(packed, hash, firstDayOf(pairing.event))
  const most = leftOn(entry, number)
  const isToday = use !== null && gateDay(new Date(use.at)) === gateDay(new Date(at))
  const today = Math.min(most, isToday ? (use.people ?? 0) : 0)
  const total = use?.people ? entry.gone : findTotal(packed, hash)
  return {
    entry,
    left: most - today,
    today,
    total: isAddOnNumber(number) ? total : null,
    use: use && { at: use.at, ...(list.uses.by[use.by] ?? { phone: null, gate: null }) },
  }
}

const VOID: Record<ListEntry['state'], VoidReason | null> = {
  valid: null,
  refunded: 'refunded',
  transferred: 'transferred',
  revoked: 'revoked',
  given_back: 'given_back',
  void: 'void',
}

function onList(
  event: GateEvent,
  { entry, left, today }: Found,
  { rows, payload, at }: { rows: readonly Row[]; payload: string; at: number },
): KnownTicket {
  const gate = event.gates.find(({ n }) => n === entry.gate)
  return {
    eventId: event.id,
    // Null for the default gate, at which every ticket may enter.
    gateId: gate?.id ?? null,
    ...addOnFacts(event, payload),
    left: Math.max(0, left + today - insideAt(today, { event, rows, payload, at })),
    voidFor: VOID[entry.state],
    ...dayFacts(event, payload, at),
    ...(event.is_cancelled && { voidFor: 'event_cancelled' }),
  }
}

const forged = (eventId: string): Unlisted => ({
  isGenuine: false,
  isAltered: true,
  eventId,
  admits: 0,
  proofsLeft: 1,
})

async function unlisted(
  { pairing, rows }: Known,
  shown: ShownNumber,
  at: number,
): Promise<Unlisted | null> {
  // The first ten symbols do not contain the signature, so they prove nothing.
  if (!shown.isWhole) return null
  const { event, key, proof_limit } = pairing
  const isGenuine = await isSigned({ key }, shown)
  const used = new Set(rows.filter(isUnchecked).map(({ payload }) => payload))
  const { payload } = shown
  const { kind, typeOffset, admits } = readPayload(payload)
  const inside = insideAt(0, { event, rows, payload, at })
  return {
    // No days mean that the phone does not know the type, and so not the ticket's days either.
    isGenuine: isGenuine && daysOfNumber(event, payload)?.days.length !== 0,
    // A ticket that was sold with an older key would be on the list.
    isReplaced: !isGenuine && (await isSigned(pairing, shown)),
    eventId: event.id,
    gateIds: gatesOfType(event, typeOffset).flatMap(({ id }) => id ?? []),
    ...addOnFacts(event, payload),
    ...dayFacts(event, payload, at),
    admits: kind === 'add_on' ? oneOfUnit(event, typeOffset, inside) : Math.max(0, admits - inside),
    proofsLeft: used.has(shown.payload) ? 1 : proof_limit - used.size,
  }
}

/**
 * Whether the row admitted people by signature alone and no list includes the row yet. A list that
 * includes a row also includes all earlier rows. The server counts in the same way, so a phone with
 * an unstable network causes no false alarm.
 */
const isUnchecked = (row: Row) =>
  row.byProof && row.state !== 'refused' && !row.isListed && row.moved > 0

type Facts = Pick<GateDecision, 'ticket' | 'earlier' | 'earlier_phone'> & {
  /** The ticket's day, if the ticket is for another day. */
  other: EventDay | null
  /** The add-ons that this gate redeems. */
  redeems: readonly { name: string }[]
  number: string
  at: number
  nonce: string
}

function about({ pairing, rows }: Known, shown: ShownNumber, found: Found | null) {
  const { event } = pairing
  const { kind, typeOffset, admits } = readPayload(shown.payload)
  const entry = found?.entry
  const type = event.types.find((other) => other.type_offset === typeOffset)
  const gates = entry
    ? event.gates.filter(({ n }) => n === entry.gate)
    : gatesOfType(event, typeOffset)
  const before = lastUse({ pairing, rows }, shown.payload, found?.use ?? null)
  return {
    ticket:
      kind === 'add_on'
        ? aboutAddOn(event, typeOffset, found)
        : {
            ticket_type: type?.name ?? 'Ticket',
            quantity: admits,
            gate: gates.map(({ name }) => name).join(' or ') || 'any gate',
          },
    earlier: before && { timestamp: new Date(before.at).toISOString(), gate: before.gate },
    earlier_phone: before?.phone ?? null,
  }
}

/** The last use: by this phone, unless undone, or by another phone according to the list. */
function lastUse(
  { pairing, rows }: Pick<Known, 'pairing' | 'rows'>,
  payload: string,
  listed: Found['use'],
): Found['use'] {
  const undone = new Set(rows.flatMap(({ request, decision }) => (decision && request.of) || []))
  const own = [...rows]
    .reverse()
    .find((row) => row.payload === payload && row.moved > 0 && !undone.has(row.request.nonce))
  if (!own?.decision) return listed
  const at = Date.parse(own.decision.timestamp)
  if (listed && listed.at > at) return listed
  const gate = gateOf(pairing, own.request.gate_id)?.name ?? null
  return { at, phone: pairing.phone.name, gate }
}

function tell(ruled: Decision, { number, at, nonce, ...facts }: Facts): GateDecision {
  const isTicket = !['unknown', 'wrong_event'].includes(ruled.result)
  const verdict = {
    result: ruled.result,
    admits: ruled.admits,
    left: ruled.left,
    reason: ruled.reason,
    ticket: isTicket ? facts.ticket : null,
    earlier: ruled.result === 'used' ? facts.earlier : null,
    ...(ruled.result === 'other_day' &&
      facts.other && { day: facts.other.n, day_date: facts.other.date }),
    ...(ruled.reason === 'add_on_gate' && {
      gate_redeems: facts.redeems.map(({ name }) => name).join(', '),
    }),
  }
  return {
    ...verdict,
    ...validationStatus(ruled.result),
    id: nonce,
    nonce,
    message: checkInMessage(verdict),
    timestamp: new Date(at).toISOString(),
    ticket_number: number,
    conflict: false,
    earlier_phone: verdict.earlier ? facts.earlier_phone : null,
  }
}
