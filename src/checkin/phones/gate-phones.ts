import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { drawToken, hashToken } from '../../accounts/tokens.ts'
import { lockVisibleEvent } from '../../events/cancel.sql.ts'
import { lockOwnEvent } from '../../events/check-event.ts'
import { queueSmsFor, spend } from '../../messages/budget/budget.ts'
import { strangerWordsFault } from '../../messages/stranger-words.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { rightsOver } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { readPhoneField } from '../../platform/values/phone-field.ts'
import { raiseGateKey, takeGateKey } from '../../tickets/issuing/gate-keys.ts'
import type { GatePhone } from '../command-view.contract.ts'
import { lockGateName } from '../entry-rules/entry-rules.sql.ts'
import { CheckInError } from '../errors.ts'
import type { MadeGatePhone, NewGatePhone, Paired, PairRequest } from '../gate.contract.ts'
import {
  type GatePhoneRow,
  insertGatePhone,
  lockGatePhone,
  noteListedPrices,
  type PairedFrom,
  replaceCode,
  revokePhone,
  selectGateName,
  signPhoneOff,
  takeCode,
} from '../gate-phones.sql.ts'
import { readGateEvent } from '../list/gate-event.ts'
import { proofLimit } from '../list/read-gate-list.ts'
import { readsDays } from '../list/ticket-list.rules.ts'
import { BEARER, pairingSms, phoneState, readGateBearer } from './gate-phone.rules.ts'

const NEEDS_PUBLISHED =
  'SMS need a published event. Leave the number empty: the link and its QR code appear here.'

const CODE_MS = 3600_000

/** Stores only a hash of the code. The phone that opens the link becomes this gate phone. */
export async function makeGatePhone(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  input: NewGatePhone,
): Promise<MadeGatePhone> {
  const now = clock.now()
  const fields = readInput(input)
  const { token: code, hash } = drawToken()
  const until = new Date(now.getTime() + CODE_MS)
  const id = newId()
  const url = `${env.publicOrigin}/gate/#${code}`
  await inTransaction(db, async (tx) => {
    const { eventId, gateId, name, phone } = fields
    const event = await lockOwnEvent(tx, viewer, eventId)
    if (input.may_sell) requireSale(viewer, event)
    const isGate = gateId === null || (isUuid(gateId) && (await lockGateName(tx, event.id, gateId)))
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
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, { env, clock }, viewer, { budget: 'saves', organizerId })
    if (phone === null) return
    if (!event.is_published) refuseField('phone', NEEDS_PUBLISHED)
    const body = pairingSms({ name, eventTitle: event.title, url })
    const sender = { by: viewer, organizerId }
    // Forgets the text of the SMS, because it contains the code, which is a secret for one hour.
    const sms = { phone, body, dedupeKey: `gate_phone:${id}` as const, forgetText: true, now }
    await queueSmsFor(tx, { env, clock }, sender, sms)
  })
  return { id, code, url, expires_at: until.toISOString(), seconds_left: CODE_MS / 1000 }
}

/** Throws role_forbids if the viewer may not allow phones to sell for cash. */
function requireSale(viewer: Viewer, event: { id: string; organizer_id: string | null }): void {
  const rights = rightsOver(viewer, event)
  if (!rights.includes('edit') && !rights.includes('money')) throw new AppError('role_forbids')
}

function readInput(input: NewGatePhone) {
  const name = cleanLine(input.name)
  if (name === '') refuseField('name', 'name is required.')
  // No admin reviews this name. 'Lango' is allowed, because it is the Swahili word for a gate, as
  // in 'Lango Kuu' or 'Lango A'.
  const fault = strangerWordsFault(name.replace(/\blango\b/gi, 'gate'))
  if (fault !== null) refuseField('name', fault)
  const phone = input.phone ? readPhoneField(input.phone) : null
  const gateId = input.gate_id?.toLowerCase() ?? null
  return { eventId: input.event_id.toLowerCase(), gateId, name, phone }
}

/** Pairs a phone by its code. Returns null if the code is used, expired or unknown. */
export async function pairGatePhone(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  { code, list_form: form }: PairRequest,
  from: PairedFrom,
): Promise<Paired | null> {
  const now = clock.now()
  const token = `${BEARER}${drawToken().token}`
  return await inTransaction(db, async (tx) => {
    const phone = await takeCode(tx, {
      codeHash: hashToken(code),
      tokenHash: hashToken(token),
      form: Number(form ?? 0),
      from,
      now,
    })
    if (!phone) return null
    const { id, name, may_sell, event_id, gate_id } = phone
    const { key, version } = await takeGateKey(tx, event_id)
    const gate = gate_id === null ? null : await selectGateName(tx, gate_id)
    const { event, prices } = await readGateEvent(tx, event_id, { env, now })
    await noteListedPrices(tx, id, prices)
    return {
      token,
      phone: { id, name, may_sell },
      event,
      gate: gate_id === null ? null : { id: gate_id, name: gate ?? '' },
      key: key.toString('base64url'),
      version,
      proof_limit: proofLimit(event, form, env),
      server_time: now.toISOString(),
    }
  })
}

/** Makes a new code. A phone paired before loses its access. Throws if the phone is revoked. */
export async function renewGateCode(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<MadeGatePhone> {
  const now = clock.now()
  const { token: code, hash } = drawToken()
  const until = new Date(now.getTime() + CODE_MS)
  await inTransaction(db, async (tx) => {
    const phone = isUuid(id) ? await lockGatePhone(tx, viewer, id) : undefined
    if (!phone || phone.revoked_at !== null) throw new CheckInError('gate_phone_not_found')
    const event = await lockOwnEvent(tx, viewer, phone.event_id)
    if (phone.may_sell) requireSale(viewer, event)
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, { env, clock }, viewer, { budget: 'saves', organizerId })
    // The earlier phone has the event's signing key, so the event gets a new key.
    if (phone.paired_at !== null) await raiseGateKey(tx, phone.event_id)
    assert(
      await replaceCode(tx, phone.id, { hash, until, by: viewer.accountId, now }),
      'a phone under lock was revoked',
    )
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'gate_phone_code_added', subject: phone.name, eventId: phone.event_id },
    ])
  })
  const url = `${env.publicOrigin}/gate/#${code}`
  return {
    id: id.toLowerCase(),
    code,
    url,
    expires_at: until.toISOString(),
    seconds_left: CODE_MS / 1000,
  }
}

/** Revokes a phone. The phone has the event's signing key, so the event gets a new key. */
export async function revokeGatePhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const phone = isUuid(id) ? await lockGatePhone(tx, viewer, id) : undefined
    if (!phone) throw new CheckInError('gate_phone_not_found')
    if (phone.revoked_at !== null) return
    // The lock on the event makes concurrent revocations run one after the other, so that the last
    // key is a key that neither phone had.
    await lockVisibleEvent(tx, viewer, phone.event_id)
    assert(await revokePhone(tx, phone.id, now), 'a phone under lock was revoked')
    await raiseGateKey(tx, phone.event_id)
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'gate_phone_revoked', subject: phone.name, eventId: phone.event_id },
    ])
  })
}

/**
 * Ends the access of a phone at its steward's request. Later requests are refused like those of a
 * revoked phone. The event keeps its signing key, because the phone has deleted the key. The event
 * gets a new key only if this phone gets a new pairing code.
 */
export async function signOffPhone(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorization: string,
  { unsent }: { unsent: number },
): Promise<void> {
  const token = readGateBearer(authorization)
  if (token) await signPhoneOff(db, hashToken(token), { unsent, now: clock.now() })
}

export function toGatePhoneReply(row: GatePhoneRow, now: Date): GatePhone {
  const { code_until, paired_at, revoked_at, signed_off_at, seen_at, created_at, ...others } = row
  const { has_days, list_form, ...rest } = others
  const isOldApp = has_days && paired_at !== null && !readsDays(list_form)
  return {
    ...rest,
    ...(isOldApp && { is_old_app: true }),
    state: phoneState({ code_until, paired_at, revoked_at, signed_off_at }, now),
    signed_off_at: signed_off_at?.toISOString() ?? null,
    seen_at: seen_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}
