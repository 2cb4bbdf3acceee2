import { isAddOnNumber, readPayload } from '../../../tickets/number.rules.ts'
import { randomId } from '../../../ui/random-id.ts'
import { NO_EXIT, UNDO_MS } from '../../checkin.rules.ts'
import type { GateCheckIn, GateDecision } from '../../gate.contract.ts'
import { decideAlone, peopleBack } from './decide-alone.ts'
import { isFull, type Row } from './gate-store.ts'
import {
  changePairing,
  decidesAlone,
  type GateSession,
  isRefusal,
  isRevoked,
  keepRow,
  snapshot,
  timeAt,
  wipeSession,
} from './session.ts'
import type { ShownNumber } from './shown-number.ts'
import { doorsToday } from './ticket-days.ts'

export type Wish = Pick<
  GateCheckIn,
  'admits' | 'validation_type' | 'confirmed' | 'kind' | 'of' | 'reason' | 'gate_id'
>

export type CheckInOutcome =
  | {
      kind: 'decided'
      decision: GateDecision
      moved: number
      isAlone: boolean
      byProof: boolean
      /** True if the steward typed the number, false if a code was scanned. */
      isTyped: boolean
      seq: number
    }
  /** Nothing was decided, because the row could not be stored. The steward must refuse entry. */
  | { kind: 'not_kept' }
  /** Nothing was decided, because the browser closed the storage. */
  | { kind: 'store_closed' }
  | { kind: 'not_now'; error: string }
  | { kind: 'revoked' }

const NO_LEAVING = 'No re-entry at this event.'
/** Equals the text of the server. */
const NOTHING_TO_UNDO = 'No such check-in to undo.'
const UNDO_TOO_LATE = 'A check-in can only be undone within two minutes.'
/** If the app crashes before the response, a repeated request in this time has the same nonce. */
const REPEAT_MS = 120_000

/**
 * Lets the server decide. If the server does not respond in time, the phone decides, and stores its
 * decision on disk before the steward sees it. The request and the phone's own decision have the
 * same nonce, so the server recognizes both as the same row.
 */
export function decide(
  session: GateSession,
  shown: ShownNumber,
  wish: Wish,
): Promise<CheckInOutcome> {
  return session.inTurn(async () => {
    if (session.state.isOver) return { kind: 'revoked' }
    const { may_leave } = session.state.pairing.event
    if (wish.kind === 'out' && !may_leave) return { kind: 'not_now', error: NO_LEAVING }
    if (wish.kind === 'out' && isAddOnNumber(shown.payload)) {
      return { kind: 'not_now', error: NO_EXIT }
    }
    if (wish.confirmed) changePairing(session, { earlyFor: doorsNow(session) })
    const asking = askingRow(session, shown, wish)
    if (decidesAlone(session.state)) return await keepOwn(session, shown, asking)
    // If the disk is full, go on without storing the row, because the server stores its own
    // decision.
    const row = asking.seq ? asking : await keepRow(session, asking).catch(() => asking)
    const answer = await session.calls.checkIn(session.state.pairing.token, row.request)
    if (answer.ok) return await keepAnswer(session, row, answer.data)
    if (isRevoked(answer)) {
      await wipeSession(session)
      return { kind: 'revoked' }
    }
    if (isRefusal(answer)) return { kind: 'not_now', error: answer.error }
    session.change({ isOnline: false })
    return await keepOwn(session, shown, row)
  })
}

function askingRow(session: GateSession, shown: ShownNumber, wish: Wish): Row {
  const { rows, pairing } = session.state
  const isIn = (wish.kind ?? 'in') === 'in'
  const request: GateCheckIn = {
    ...wish,
    ...(isIn && pairing.earlyFor === doorsNow(session) && { confirmed: true }),
    ticket_number: shown.number,
    gate_id: wish.gate_id ?? chosenGateId(pairing),
    nonce: randomId(),
    device_at: new Date(session.now()).toISOString(),
    clock_ms: -pairing.clockMs,
  }
  const same = rows.find((row) => isUnanswered(row, request, session.now()))
  const row: Row = {
    state: 'asking',
    request,
    payload: shown.payload,
    moved: 0,
    byProof: false,
    decision: null,
    isListed: false,
  }
  return same ?? row
}

/** The time of the doors today. On each of several days, early check-ins are confirmed again. */
const doorsNow = (session: GateSession): string =>
  new Date(doorsToday(session.state.pairing.event, timeAt(session))).toISOString()

/**
 * The largest number of people that a steward may choose for a check-in or exit. 1 if the phone
 * knows that the ticket admits no one: the decision then shows why, without a question before it.
 */
export async function mostOn(
  session: GateSession,
  shown: ShownNumber,
  wish: Wish,
): Promise<number> {
  const { pairing, ...known } = snapshot(session)
  // With a network the limit does not apply, because the server knows the tickets that the phone
  // must not admit by signature any more.
  const limit = decidesAlone(session.state) ? pairing.proof_limit : Number.POSITIVE_INFINITY
  const { request } = askingRow(session, shown, { ...wish, kind: 'in', admits: 1, confirmed: true })
  const phone = { ...known, pairing: { ...pairing, proof_limit: limit } }
  const { decision } = await decideAlone(phone, shown, request, timeAt(session))
  if (wish.kind !== 'out') return decision.admits > 0 ? 1 + (decision.left ?? 0) : 1
  return decision.result === 'unknown' ? 1 : readPayload(shown.payload).admits
}

function isUnanswered({ state, request }: Row, wanted: GateCheckIn, now: number): boolean {
  const isSame =
    request.ticket_number === wanted.ticket_number &&
    request.admits === wanted.admits &&
    request.kind === wanted.kind &&
    request.of === wanted.of &&
    request.confirmed === wanted.confirmed
  return state === 'asking' && isSame && now - Date.parse(request.device_at) < REPEAT_MS
}

/** The id of the phone's own gate, or of the gate that the steward chose. */
export function chosenGateId({
  gate,
  event,
  chosenGate,
}: GateSession['state']['pairing']): string | null {
  return gate?.id ?? event.gates.find(({ n }) => n === chosenGate)?.id ?? null
}

async function keepAnswer(
  session: GateSession,
  row: Row,
  decision: GateDecision,
): Promise<CheckInOutcome> {
  const isIn = (row.request.kind ?? 'in') === 'in'
  const moved = isIn ? decision.admits : -peopleBack(session.state.rows, row.request)
  const answered: Row = { ...row, state: 'sent', decision, moved }
  const kept = await keepRow(session, answered).catch(() => answered)
  return {
    kind: 'decided',
    decision,
    moved,
    isAlone: false,
    byProof: false,
    isTyped: isTyped(row.request),
    seq: kept.seq ?? 0,
  }
}

export const isTyped = ({ validation_type }: Wish): boolean => validation_type === 'manual'

async function keepOwn(
  session: GateSession,
  shown: ShownNumber,
  row: Row,
): Promise<CheckInOutcome> {
  const error = whyNoUndo(session, row.request)
  if (error) return { kind: 'not_now', error }
  const alone = await decideAlone(snapshot(session), shown, row.request, askedAt(session, row))
  const { decision, moved, byProof } = alone
  const own: Row = {
    ...row,
    state: 'waiting',
    decision,
    moved,
    byProof,
    request: {
      ...row.request,
      ticket_number: alone.number,
      offline: true,
      decided: decision.result,
      let_in: Math.abs(moved),
      by_proof: byProof,
    },
  }
  try {
    const { seq } = await keepRow(session, own)
    const how = { isAlone: true, byProof, isTyped: isTyped(row.request) }
    return { kind: 'decided', decision, moved, ...how, seq: seq! }
  } catch (fault) {
    return { kind: isFull(fault) ? 'not_kept' : 'store_closed' }
  }
}

/**
 * The time of the request by the server's clock, which the server uses too. The current time could
 * be on the next day already when the phone decides.
 */
function askedAt(session: GateSession, { request: { device_at, clock_ms } }: Row): number {
  return clock_ms === undefined ? timeAt(session) : Date.parse(device_at) - clock_ms
}

/** Whether the check-in with this nonce was undone at this phone. */
export const isUndone = (rows: readonly Row[], nonce: string | null | undefined): boolean =>
  rows.some(
    ({ request, decision }) => request.kind === 'undo' && request.of === nonce && decision !== null,
  )

/**
 * The error text if an undo must be refused, otherwise null. An undo is refused if the phone
 * admitted no one with the check-in, if the check-in is undone already (the dialog may have been
 * open for minutes, or opened twice), or if it is too late. The time of the request counts, even if
 * the server's response is late.
 */
function whyNoUndo(session: GateSession, { kind, of, device_at }: GateCheckIn): string | null {
  if (kind !== 'undo') return null
  const { rows, pairing } = session.state
  const taken = rows.find(({ request, moved }) => request.nonce === of && moved > 0)?.decision
  if (!taken || isUndone(rows, of)) return NOTHING_TO_UNDO
  const at = Date.parse(device_at) + pairing.clockMs
  return at - Date.parse(taken.timestamp) > UNDO_MS ? UNDO_TOO_LATE : null
}
