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
  of: string | null
  /** The time by the phone's clock, which can be wrong by hours. */
  deviceAt: Date | null
  /** `deviceAt` minus the known clock error, in ms. Null if the time or the error is unknown. */
  byClock: number | null
}

/** Parses the rows of a phone. If the phone has a gate of its own, ignores the rows' gates. */
export async function readGateRequests(
  { db }: Pick<Deps, 'db'>,
  phone: GatePhone,
  requests: readonly GateCheckIn[],
): Promise<ParsedGateCheckIn[]> {
  const numbers = requests.map(readNumber)
  const payloads = numbers.flatMap((number) => readPayloadOf(number) ?? [])
  const wholes =
    payloads.length === 0 ? null : await selectNumbersOfPayloads(db, phone.eventId, payloads)
  const gates = phone.gateId === null ? await readGates({ db }, phone, requests) : null
  return requests.map((request, n) => {
    const payload = readPayloadOf(numbers[n]!)
    const gateId = request.gate_id?.toLowerCase() ?? ''
    return {
      number: (payload && wholes?.get(payload)) ?? payload ?? numbers[n]!,
      nonce: request.nonce.toLowerCase(),
      eventId: phone.eventId,
      // Do not refuse a row with an unknown or removed gate, because the steward lets people in
      // anyway. The row then has no gate.
      gateId: phone.gateId ?? (gates?.has(gateId) ? gateId : null),
      admits: request.admits ?? null,
      method: request.validation_type ?? 'manual',
      isConfirmed: request.confirmed ?? false,
      note: request.reason?.trim() || null,
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

/** The phone's own gate. If it has none, the gate that the steward chose. */
export async function readGate(
  { db }: Pick<Deps, 'db'>,
  phone: GatePhone,
  request: { gate_id?: string | null },
): Promise<string | null> {
  if (phone.gateId !== null) return phone.gateId
  const [id = null] = (await readGates({ db }, phone, [request])) ?? []
  return id
}

function readNumber({ ticket_number, nonce }: GateCheckIn): string {
  const shown = readShownNumber(ticket_number)
  if (shown === '') refuseField('ticket_number', 'ticket_number is required.')
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  return shown
}

/** The known gates that the requests name. Null if the requests name no gate. */
async function readGates(
  { db }: Pick<Deps, 'db'>,
  { eventId }: Pick<GatePhone, 'eventId'>,
  requests: readonly { gate_id?: string | null }[],
) {
  const ids = requests.flatMap(({ gate_id: id }) => (id && isUuid(id) ? [id.toLowerCase()] : []))
  return ids.length === 0 ? null : await selectKnownGates(db, eventId, [...new Set(ids)])
}

const YEAR_MS = 366 * 86_400_000

/** The instant in a text. Null if the text is no instant, or is more than ten years from now. */
function readInstant(text: string): Date | null {
  const at = Date.parse(text)
  return Math.abs(at - Date.now()) < 10 * YEAR_MS ? new Date(at) : null
}

/**
 * The time by the phone's clock, converted to the server's clock, in ms. Uses the clock error that
 * the phone knew when it decided, because the phone's clock may have been corrected since then.
 */
function readByClock(phone: GatePhone, { device_at, clock_ms }: GateCheckIn): number | null {
  const at = Date.parse(device_at)
  const offBy = clock_ms ?? phone.clockMs ?? null
  return Number.isNaN(at) || offBy === null ? null : at - offBy
}
