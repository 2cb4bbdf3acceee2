import type { FastifyRequest } from 'fastify'
import { hashToken } from '../../accounts/tokens.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { CheckInError } from '../errors.ts'
import type { GatePhone } from '../gate-phone.ts'
import { isEndedToken, type PhoneOfToken, selectPhoneOfToken } from '../gate-phones.sql.ts'
import { readGateBearer } from './gate-phone.rules.ts'

/** Sets `request.gatePhone`. Returns true if the bearer token belongs to a gate phone. */
export async function admitGatePhone(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest,
): Promise<boolean> {
  const { authorization } = request.headers
  request.gatePhone = authorization ? await findGatePhone(deps, authorization) : null
  return request.gatePhone !== null
}

/**
 * The gate phone whose token is in the Authorization header. Null if the token belongs to no gate
 * phone. Throws gate_phone_revoked if the phone's access has ended; the phone then deletes its
 * data. Reads the database for each request, so that a revoked phone gets this error with its next
 * request.
 */
async function findGatePhone(
  { db }: Pick<Deps, 'db'>,
  authorization: string,
): Promise<GatePhone | null> {
  const token = readGateBearer(authorization)
  if (token === null) return null
  const hash = hashToken(token)
  const row = await selectPhoneOfToken(db, hash)
  if (!row && !(await isEndedToken(db, hash))) return null
  if (!row || row.revoked_at !== null || row.signed_off_at !== null)
    throw new CheckInError('gate_phone_revoked')
  return gatePhone(row)
}

function gatePhone(row: PhoneOfToken): GatePhone {
  const { id, name, event_id: eventId, gate_id: gateId, may_sell: maySell } = row
  const { paired_at: pairedAt, clock_ms, seen_at: seenAt, list_form: listForm } = row
  const clockMs = clock_ms === null ? null : Number(clock_ms)
  const unknown = { count: row.unknown_count, since: row.unknown_since }
  return { id, name, eventId, gateId, maySell, pairedAt, clockMs, seenAt, listForm, unknown }
}
