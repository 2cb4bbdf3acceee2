import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { readShownNumber } from '../checkin.rules.ts'
import { type ParsedCheckIn, readPayloadOf } from '../decisions.ts'
import { selectNumbersOfPayloads } from '../entry.sql.ts'
import type { GateCheckIn } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { selectKnownGates } from '../gate-phones.sql.ts'

export type ParsedGateCheckIn = ParsedCheckIn & {
  kind: 'in' | 'undo' | 'out'
  /** Nonce of the check-in to undo. */
  of: string | null
  /** Time by the phone's clock, which can be wrong by hours. */
  deviceAt: Date | null
  /** Device time corrected by the known clock offset, in ms; null if either is unknown. */
  byClock: number | null
}

/**
 * Parses the rows that a gate phone sent. If the phone belongs to a gate, that gate overrides the
 * gate in the row.
 */
export async function readGateRequests(
  { db }: Pick<Deps, 'db'>,
  phone: GatePhone,
  requests: readonly GateCheckIn[],
): Promise<ParsedGateCheckIn[]> {
  const numbers = requests.map(readNumber)
  const payloads = numbers.flatMap((number) => readPayloadOf(number) ?? [])
  const wholes =
    payloads.length === 0 ? null : await selectNumbersOfPayloads(db, phone.eventId, payloads)
  const gates = phone.gateId === null ? await readGates({ db }, requests) : null
  return requests.map((request, n) => {
    const payload = readPayloadOf(numbers[n]!)
    const gateId = request.gate_id?.toLowerCase() ?? ''
    return {
      number: (payload && wholes?.get(payload)) ?? payload ?? numbers[n]!,
      nonce: request.nonce.toLowerCase(),
      eventId: phone.eventId,
      // An unknown or removed gate counts as no gate: the steward lets people in anyway.
      gateId: phone.gateId ?? (gates?.has(gateId) ? gateId : null),
      admits: request.admits ?? null,
      method: request.validation_type ?? 'manual',
      isConfirmed: request.confirmed ?? false,
      words: request.reason?.trim() || null,
      kind: request.kind ?? 'in',
      of: request.of && isUuid(request.of) ? request.of.toLowerCase() : null,
      deviceAt: readInstant(request.device_at),
      byClock: readByClock(phone, request),
    }
  })
}

export async function readGateRequest(
  deps: Pick<Deps, 'db'>,
  phone: GatePhone,
  request: GateCheckIn,
): Promise<ParsedGateCheckIn> {
  return (await readGateRequests(deps, phone, [request]))[0]!
}

/** The gate of a phone: its own, or the gate chosen on it; null if it serves all gates. */
export async function readGate(
  { db }: Pick<Deps, 'db'>,
  phone: GatePhone,
  told: { gate_id?: string | null },
): Promise<string | null> {
  if (phone.gateId !== null) return phone.gateId
  const [id = null] = (await readGates({ db }, [told])) ?? []
  return id
}

function readNumber({ ticket_number, nonce }: GateCheckIn): string {
  const shown = readShownNumber(ticket_number)
  if (shown === '') refuseField('ticket_number', 'ticket_number is required.')
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  return shown
}

/** Returns those of these ids that are existing gates. */
async function readGates(
  { db }: Pick<Deps, 'db'>,
  requests: readonly { gate_id?: string | null }[],
) {
  const ids = requests.flatMap(({ gate_id: id }) => (id && isUuid(id) ? [id.toLowerCase()] : []))
  return ids.length === 0 ? null : await selectKnownGates(db, [...new Set(ids)])
}

const YEAR_MS = 366 * 86_400_000

/** Null if the text is no time, or the time is in another decade. */
function readInstant(text: string): Date | null {
  const at = Date.parse(text)
  return Math.abs(at - Date.now()) < 10 * YEAR_MS ? new Date(at) : null
}

/**
 * The device time in server time. Uses the clock offset that the phone knew when it decided,
 * because its clock may have been corrected later.
 */
function readByClock(phone: GatePhone, { device_at, clock_ms }: GateCheckIn): number | null {
  const at = Date.parse(device_at)
  const offBy = clock_ms ?? phone.clockMs ?? null
  return Number.isNaN(at) || offBy === null ? null : at - offBy
}
