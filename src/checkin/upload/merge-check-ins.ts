import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { writeOccupancy } from '../../tickets/inside.sql.ts'
import { isAddOnNumber } from '../../tickets/number.rules.ts'
import { insertCheckIns, type LockedTicket, lockTickets, selectDecisions } from '../checkin.sql.ts'
import { doorsAt } from '../days.rules.ts'
import { toReplies } from '../decisions.ts'
import { type AddOnGates, selectEntry, selectPastGates } from '../entry.sql.ts'
import type { GateCheckIn, GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { lockProofs, setProofs } from '../gate-phones.sql.ts'
import { noncesOf } from './find-undone.ts'
import { type ParsedGateCheckIn, readGateRequests } from './gate-request.ts'
import { selectMovements, selectOwnRows } from './movements.sql.ts'
import { forPhone } from './older-app.ts'
import { applyEvent, type Merge } from './replay.ts'

/**
 * Stores the offline rows of an upload in one transaction. Judges the rows in their order, refuses
 * none, and stores each nonce of a phone only once. The final state of the tickets does not depend
 * on the order of uploads (decisions/0052), nor the number of statements on the number of rows.
 */
export async function mergeCheckIns(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  requests: readonly GateCheckIn[],
): Promise<GateDecision[]> {
  const now = deps.clock.now()
  const checkIns = await readGateRequests(deps, phone, requests)
  const proved = checkIns.flatMap(({ number }, n) => (requests[n]!.by_proof ? [number] : []))
  const { gateProofLimit } = deps.env
  const take = () =>
    inTransaction(deps.db, async (tx) => {
      const tickets = await lockTickets(tx, [...new Set(checkIns.map(({ number }) => number))])
      const proofs = proved.length > 0 ? await lockProofs(tx, phone.id, proved) : null
      const merge = await readMerge(tx, phone, { checkIns, tickets, now })
      if (proofs) merge.proofs = { ...proofs, limit: gateProofLimit }
      for (const [n, one] of checkIns.entries()) applyEvent(merge, one, requests[n]!)
      await write(tx, merge)
      if (merge.proofs) await setProofs(tx, phone.id, merge.proofs.count)
      return await readReplies(tx, phone, checkIns)
    })
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof UploadedConcurrently)) throw error
    // Tries again in a new transaction, which sees the rows that the concurrent upload has stored.
    return await take()
  }
}

/**
 * Thrown if the phone uploads the same row twice concurrently, because it did not wait for the
 * first response. This is possible for unknown numbers, which have no ticket row to lock.
 */
class UploadedConcurrently extends Error {}

type Upload = { checkIns: readonly ParsedGateCheckIn[]; tickets: LockedTicket[]; now: Date }

/** Reads all data needed to judge the rows. The caller has locked the tickets. */
async function readMerge(
  tx: Tx,
  phone: GatePhone,
  { checkIns, tickets, now }: Upload,
): Promise<Merge> {
  const nonces = checkIns.flatMap(({ nonce, of }) => [...noncesOf(nonce), ...noncesOf(of)])
  const ownRows = await selectOwnRows(tx, phone.id, nonces)
  const { eventId, gateId } = phone
  const place = await selectEntry(tx, { eventId, gateId, nonce: null })
  assert(place, 'the event of a phone is gone')
  const own = tickets.filter((ticket) => ticket.event_id === eventId)
  const steps = await selectMovements(
    tx,
    own.map(({ id }) => id),
  )
  const ofTicket = Map.groupBy(steps, ({ ticket_id }) => ticket_id)
  return {
    phone,
    now,
    // The earlier of `doorsAt` and the pairing. The pairing alone would be wrong: a phone that was
    // paired again during the event may still have to upload rows from before that pairing.
    since: Math.min(doorsAt(place), phone.pairedAt?.getTime() ?? Number.POSITIVE_INFINITY),
    isCancelled: place.cancelled_at !== null,
    addOnGates: await withPastGates(tx, place.add_on_gates, own),
    severalDays: place.several_days,
    tickets: new Map(tickets.map((ticket) => [ticket.number, ticket])),
    ownRows: new Map(ownRows.map((row) => [row.nonce, row])),
    steps: new Map(own.map(({ id }) => [id, ofTicket.get(id) ?? []])),
    proofs: null,
    moves: [],
  }
}

/**
 * The gates of the add-ons, with their earlier gates. A phone that was offline during a move may
 * have redeemed an add-on at its earlier gate.
 */
async function withPastGates(
  tx: Tx,
  gates: AddOnGates,
  tickets: readonly LockedTicket[],
): Promise<AddOnGates> {
  const addOns = tickets.filter(({ number }) => isAddOnNumber(number))
  if (addOns.length === 0) return gates
  const types = [...new Set(addOns.map(({ ticket_type_id }) => ticket_type_id))]
  const past = await selectPastGates(tx, types)
  const pastOf = Map.groupBy(past, ({ ticket_type_id }) => ticket_type_id)
  return Object.fromEntries(
    types.map((id) => [
      id,
      [...(gates[id] ?? []), ...(pastOf.get(id) ?? []).map(({ gate_id }) => gate_id)],
    ]),
  )
}

async function write(tx: Tx, { moves }: Merge): Promise<void> {
  if (moves.length === 0) return
  const written = await insertCheckIns(tx, moves)
  if (written.length < moves.length) throw new UploadedConcurrently()
  // `moves` is in the order of the rows, so the last `place` of a ticket is its final state.
  const places = new Map(moves.flatMap(({ place }) => (place ? [[place.id, place]] : [])))
  if (places.size > 0) await writeOccupancy(tx, [...places.values()])
}

async function readReplies(
  tx: Tx,
  phone: GatePhone,
  checkIns: readonly ParsedGateCheckIn[],
): Promise<GateDecision[]> {
  const nonces = checkIns.map(({ nonce }) => nonce)
  const rows = await selectDecisions(tx, { device_id: phone.id }, nonces)
  const replies = await toReplies(tx, rows)
  const decisions = rows.map((row, n) => {
    const { reply, earlierPhone } = replies[n]!
    const isBeyond = row.kind === 'in' && row.let_in > row.admits
    const conflict = isBeyond || (row.excess ?? 0) > 0
    const { nonce } = row
    return forPhone(phone, { ...reply, nonce, conflict, earlier_phone: earlierPhone })
  })
  const byNonce = new Map(decisions.map((one) => [one.nonce, one]))
  return nonces.map((nonce) => {
    const decision = byNonce.get(nonce)
    assert(decision, 'a check-in was not written')
    return decision
  })
}
