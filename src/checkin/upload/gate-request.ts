import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { readShownNumber } from '../checkin.rules.ts'
import { type Asked, readPayloadOf } from '../decisions.ts'
import { selectNumbersOfPayloads } from '../entry.sql.ts'
import type { GateCheckIn } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { selectKnownGates } from '../gate-phones.sql.ts'

export type GateAsked = Asked & {
  kind: 'in' | 'undo' | 'out'
  /** The nonce of the check-in that is undone. */
  of: string | null
  /** As the phone's clock had it; wrong by hours, perhaps. */
  deviceAt: Date | null
  /** That put right by what the clock was off, in ms; null where either is not known. */
  byClock: number | null
}

/** What a gate phone sent, as it is stored. Its own gate counts, whatever it says. */
export async function readGateRequests(
  { db }: Pick<Deps, 'db'>,
  phone: GatePhone,
  requests: readonly GateCheckIn[],
): Promise<GateAsked[]> {
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
      // One that is gone is none: who stands there lets people in all the same.
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
): Promise<GateAsked> {
  return (await readGateRequests(deps, phone, [request]))[0]!
}

/** The gate at which a phone stands: its own, or the one chosen on it; null for any. */
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

/** Those that there are. */
async function readGates(
  { db }: Pick<Deps, 'db'>,
  requests: readonly { gate_id?: string | null }[],
) {
  const ids = requests.flatMap(({ gate_id: id }) => (id && isUuid(id) ? [id.toLowerCase()] : []))
  return ids.length === 0 ? null : await selectKnownGates(db, [...new Set(ids)])
}

const YEAR_MS = 366 * 86_400_000

/** Null where it is no time, or one of another decade. */
function readInstant(text: string): Date | null {
  const at = Date.parse(text)
  return Math.abs(at - Date.now()) < 10 * YEAR_MS ? new Date(at) : null
}

/** What the phone knew of its clock when it happened counts: it may have been put right since. */
function readByClock(phone: GatePhone, { device_at, clock_ms }: GateCheckIn): number | null {
  const at = Date.parse(device_at)
  const offBy = clock_ms ?? phone.clockMs ?? null
  return Number.isNaN(at) || offBy === null ? null : at - offBy
}
