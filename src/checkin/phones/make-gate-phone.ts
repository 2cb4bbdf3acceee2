import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { drawToken } from '../../accounts/tokens.ts'
import { cleanLine } from '../../events/edit.rules.ts'
import { queueSms } from '../../messages/outbox.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { normalisePhone, PHONE_ERROR } from '../../platform/values/phone.rules.ts'
import { lockGateName } from '../entry-rules/stopped-gates.sql.ts'
import { CheckInError } from '../errors.ts'
import type { MadeGatePhone, NewGatePhone } from '../gate.contract.ts'
import { insertGatePhone } from '../gate-phones.sql.ts'
import { CODE_MS } from '../gate-times.rules.ts'
import { lockOwnEvent } from '../own-event.ts'
import { pairingSms } from './gate-phone.rules.ts'

/**
 * Creates a gate phone, which a steward's phone becomes by opening the link. The code is stored
 * only as a hash.
 */
export async function makeGatePhone(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  input: NewGatePhone,
): Promise<MadeGatePhone> {
  const now = clock.now()
  const asked = readInput(input)
  const { token: code, hash } = drawToken()
  const until = new Date(now.getTime() + CODE_MS)
  const id = newId()
  const url = `${env.publicOrigin}/gate/#${code}`
  await inTransaction(db, async (tx) => {
    const { eventId, gateId, name, phone } = asked
    const event = await lockOwnEvent(tx, viewer, eventId)
    const isGate = gateId === null || (isUuid(gateId) && (await lockGateName(tx, gateId)))
    if (!isGate) throw new CheckInError('gate_not_found', { details: { field: 'gate_id' } })
    await insertGatePhone(tx, {
      id,
      event_id: event.id,
      gate_id: gateId,
      name,
      may_sell: input.may_sell ?? false,
      made_by: viewer.accountId,
      code_hash: hash,
      code_until: until,
      created_at: now,
    })
    const entry = { action: 'gate_phone_added', subject: name, eventId: event.id }
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [entry])
    if (phone === null) return
    const body = pairingSms({ name, eventTitle: event.title, url })
    // The code in the SMS is a secret for one hour and useless afterwards.
    await queueSms(tx, { phone, body, dedupeKey: `gate_phone:${id}`, forgetText: true, now })
  })
  return { id, code, url, expires_at: until.toISOString() }
}

function readInput(input: NewGatePhone) {
  const name = cleanLine(input.name)
  if (name === '') refuseField('name', 'name is required.')
  const phone = input.phone ? normalisePhone(input.phone) : null
  if (input.phone && phone === null) refuseField('phone', PHONE_ERROR)
  const gateId = input.gate_id?.toLowerCase() ?? null
  return { eventId: input.event_id.toLowerCase(), gateId, name, phone }
}
