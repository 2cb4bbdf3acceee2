import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import type { GatePhone } from '../platform/gate-phone.ts'
import { isUuid } from '../platform/ids.ts'
import { readShownNumber } from './checkin.rules.ts'
import { type Asked, readPayloadOf } from './decisions.ts'
import { selectNumberOfPayload } from './entry.sql.ts'
import type { GateCheckIn } from './gate.contract.ts'
import { selectGateName } from './gate-phones.sql.ts'

export type GateAsked = Asked & {
  kind: 'in' | 'undo' | 'out'
  /** The nonce of the check-in that is undone. */
  of: string | null
  /** As the phone's clock had it; wrong by hours, perhaps. */
  deviceAt: Date | null
}

/** What a gate phone sent, as it is stored. Its own gate counts, whatever it says. */
export async function readGateRequest(
  { db }: Pick<Deps, 'db'>,
  phone: GatePhone,
  request: GateCheckIn,
): Promise<GateAsked> {
  const shown = readShownNumber(request.ticket_number)
  if (shown === '') refuse('ticket_number', 'ticket_number is required.')
  if (!isUuid(request.nonce)) refuse('nonce', 'nonce must be a UUID.')
  const payload = readPayloadOf(shown)
  const whole = payload && (await selectNumberOfPayload(db, phone.eventId, payload))
  return {
    number: whole ?? payload ?? shown,
    nonce: request.nonce.toLowerCase(),
    eventId: phone.eventId,
    gateId: phone.gateId ?? (await readGate({ db }, request.gate_id ?? null)),
    admits: request.admits ?? null,
    method: request.validation_type ?? 'manual',
    isConfirmed: request.confirmed ?? false,
    words: request.reason?.trim() || null,
    kind: request.kind ?? 'in',
    of: request.of && isUuid(request.of) ? request.of.toLowerCase() : null,
    deviceAt: readInstant(request.device_at),
  }
}

/** One that is gone is none: who stands there lets people in all the same. */
async function readGate({ db }: Pick<Deps, 'db'>, id: string | null): Promise<string | null> {
  if (id === null || !isUuid(id)) return null
  return (await selectGateName(db, id)) === undefined ? null : id.toLowerCase()
}

const YEAR_MS = 366 * 86_400_000

/** Null where it is no time, or one of another decade. */
function readInstant(text: string): Date | null {
  const at = Date.parse(text)
  return Math.abs(at - Date.now()) < 10 * YEAR_MS ? new Date(at) : null
}

function refuse(field: string, text: string): never {
  throw new AppError('invalid_field', { text, details: { field } })
}
