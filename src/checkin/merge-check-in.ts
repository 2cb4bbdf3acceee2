import { createHash } from 'node:crypto'
import { assert } from '../platform/assert.ts'
import { inTransaction, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import type { GatePhone } from '../platform/gate-phone.ts'
import { ANY_TIME, decideCheckIn } from './checkin.rules.ts'
import { type LockedTicket, lockTicket, selectDecision } from './checkin.sql.ts'
import { describeRow, knownTicket } from './decisions.ts'
import { selectEntry } from './entry.sql.ts'
import type { GateCheckIn, GateDecision } from './gate.contract.ts'
import { countProof, lockProofs } from './gate-phones.sql.ts'
import { type GateAsked, readGateRequest } from './gate-request.ts'
import { movePeople } from './move-people.ts'
import { type OwnRow, selectOwnRow } from './steps.sql.ts'

/**
 * Takes what happened at a gate without a network: judged, never refused, and written down once for
 * its phone and nonce. Whatever is told first, the ticket ends the same (decisions/0052).
 */
export async function mergeCheckIn(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  request: GateCheckIn,
): Promise<GateDecision> {
  const now = deps.clock.now()
  const asked = await readGateRequest(deps, phone, request)
  return await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, asked.number)
    if (request.by_proof) await lockProofs(tx, phone.id)
    const told = await selectOwnRow(tx, phone.id, asked.nonce)
    const merging = { phone, asked, ticket, request, proofLimit: deps.env.gateProofLimit, now }
    if (!told) await take(tx, merging)
    else if (!told.is_offline) await correct(tx, merging, told)
    return await answer(tx, phone, asked)
  })
}

type Merging = {
  phone: GatePhone
  asked: GateAsked
  ticket: LockedTicket | undefined
  request: GateCheckIn
  proofLimit: number
  now: Date
}

async function take(tx: Tx, merging: Merging): Promise<void> {
  const { phone, asked, ticket, now } = merging
  if (asked.kind === 'in') return await takeIn(tx, merging)
  const undone = asked.kind === 'undo' ? await findUndone(tx, merging) : null
  const people = asked.kind === 'undo' ? (undone?.let_in ?? 0) : peopleOf(merging)
  const result = ticket && (asked.kind === 'out' || undone?.ticket_id) ? 'valid' : 'unknown'
  const row = { ...OFFLINE, result }
  const movement = { deviceId: phone.id, asked, ticket, row, people, now }
  await movePeople(tx, { ...movement, undoneId: undone?.id ?? null })
}

const OFFLINE = { reason: null, admits: 0, isOffline: true, byProof: false }

/** What it takes back, once; a phone tells what it did in its order, so it was told before. */
async function findUndone(tx: Tx, { phone, asked }: Merging): Promise<OwnRow | null> {
  const row = asked.of === null ? undefined : await selectOwnRow(tx, phone.id, asked.of)
  const isIt = row?.kind === 'in' && row.ticket_number === asked.number && !row.is_undone
  return isIt ? row : null
}

/** Who went through, as the phone says. */
function peopleOf({ request, asked }: Merging): number {
  return request.let_in ?? asked.admits ?? (request.decided === 'valid' ? 1 : 0)
}

async function takeIn(tx: Tx, merging: Merging): Promise<void> {
  const { phone, asked, ticket, request, proofLimit, now } = merging
  const people = peopleOf(merging)
  const byProof = request.by_proof ?? false
  const judged = await judge(tx, merging, people)
  // Our app stops at the limit by itself: whoever went on is told of (decisions/0062).
  const proofs = byProof && people > 0 ? await countProof(tx, phone.id, asked.number) : 0
  const row = { ...judged, isOffline: true, byProof, isPastLimit: proofs > proofLimit }
  await movePeople(tx, { deviceId: phone.id, asked, ticket, row, people, now })
}

/** What the server says of it now; where nobody went in, what the phone said. */
async function judge(tx: Tx, { asked, ticket, request }: Merging, people: number) {
  const place = await selectEntry(tx, asked.eventId, asked.gateId)
  assert(place, 'the event of a phone is gone')
  const known = knownTicket(ticket, place.cancelled_at !== null)
  // Where they went in, hour and gate are past; by hand or not, they are in.
  const question = {
    ...asked,
    gateId: null,
    admits: Math.max(1, people),
    isByHand: asked.words !== null,
  }
  const { result, reason, admits } = decideCheckIn(question, known, ANY_TIME)
  if (people === 0) {
    const decided =
      request.decided === undefined || request.decided === 'valid' ? 'too_many' : request.decided
    // A phone cannot know another event's ticket, and we do; else no more than it could say.
    const known = decided === 'unknown' && result === 'wrong_event' ? result : decided
    const told = ticket ? known : 'unknown'
    return { result: told, reason: told === result ? reason : null, admits: 0 }
  }
  const isByProof = result === 'valid' && request.by_proof === true
  return { result, reason: isByProof ? 'by_proof' : reason, admits }
}

/**
 * It had asked the server, and decided by itself since the answer was late: what happened is what
 * the phone did. One more row says so, under a nonce that follows from the first one's.
 */
async function correct(tx: Tx, merging: Merging, told: OwnRow): Promise<void> {
  const { asked, request } = merging
  if (asked.kind !== told.kind || asked.kind === 'undo') return
  const more = peopleOf(merging) - told.let_in
  if (more === 0) return
  const nonce = followingNonce(asked.nonce)
  if (await selectOwnRow(tx, merging.phone.id, nonce)) return
  const isMore = more > 0 === (asked.kind === 'in')
  const kind = isMore ? ('in' as const) : ('out' as const)
  const corrected = { ...asked, kind, nonce, words: 'decided without an answer' }
  await take(tx, { ...merging, asked: corrected, request: { ...request, let_in: Math.abs(more) } })
}

function followingNonce(nonce: string): string {
  const hex = createHash('sha256').update(`after ${nonce}`).digest('hex').slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function answer(tx: Tx, phone: GatePhone, { nonce }: GateAsked): Promise<GateDecision> {
  const row = await selectDecision(tx, { device_id: phone.id }, nonce)
  assert(row, 'a check-in was not written')
  const { reply, earlierPhone } = await describeRow(tx, row)
  const isBeyond = row.kind === 'in' && row.let_in > row.admits
  const conflict = isBeyond || (row.excess ?? 0) > 0
  return { ...reply, nonce, conflict, earlier_phone: earlierPhone }
}
