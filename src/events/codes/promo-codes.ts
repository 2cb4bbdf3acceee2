import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { spend } from '../../messages/budget/budget.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { hashedId, isUuid, newId } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { lockOwnEvent } from '../check-event.ts'
import { EventError } from '../errors.ts'
import { foldCode } from './code.rules.ts'
import { BATCH_MAX, BATCHES_MAX, CODES_MAX, digitsOf } from './code-form.rules.ts'
import {
  checkDigits,
  type ReadTerms,
  readCode,
  readEnd,
  readMaximum,
  readTerms,
  refuseSeller,
  refuseTypes,
} from './code-terms.ts'
import type {
  BatchRequest,
  CodeChange,
  CodeId,
  CodeRequest,
  MadeBatch,
  MadeCode,
} from './promo-codes.contract.ts'
import {
  type ChangeableCode,
  countBatch,
  countCodes,
  endCodes,
  hasCode,
  hasSeller,
  hasTypes,
  insertCodes,
  lockCode,
  selectTakenCodes,
  selectTypes,
  updateCode,
  updateMaximum,
} from './promo-codes.sql.ts'
import { drawFree, randomCode, randomDigits } from './random-codes.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type LockedEvent = Awaited<ReturnType<typeof lockOwnEvent>>

/** Makes a code. Throws an AppError that names the field, `duplicate` if the text is taken. */
export async function makeCode(
  deps: CodeDeps,
  viewer: Viewer,
  eventId: string,
  request: CodeRequest,
): Promise<MadeCode> {
  const now = deps.clock.now()
  const terms = readTerms(request, now)
  const max_tickets = readMaximum(request.max_tickets ?? null, 'max_tickets')
  const max_per_phone = readMaximum(request.max_per_phone ?? null, 'max_per_phone')
  const kept = { ...terms, max_tickets, max_per_phone }
  const text = readCode(request.code)
  return await changeCodes(deps, viewer, eventId, async (tx, event) => {
    await checkTerms(tx, event.id, terms)
    const { codes } = await countCodes(tx, event.id)
    if (codes >= CODES_MAX) refuseField('code', `An event can have up to ${CODES_MAX} codes.`)
    const length = digitsOf({ ...kept, type_ids: terms.typeIds }, await selectTypes(tx, event.id))
    checkDigits(text, length)
    await refuseTaken(tx, event.id, text)
    const digits = text.digits ?? (await drawDigits(tx, event.id, length, 1))[0]!
    const code = { id: newId(), code: text.code, code_fold: text.code_fold, digits }
    await insertCodes(tx, [code], { ...kept, event_id: event.id, batch_id: null, created_at: now })
    const after = {
      code: text.code,
      ...inWords(terms),
      ...(max_tickets && { tickets: max_tickets }),
    }
    await auditEvent(tx, viewer, event, { action: 'promo_code_added', after, now })
    return { id: code.id, digits }
  })
}

/** Makes codes for one ticket each. Repeating a request with the same nonce makes no more codes. */
export async function makeBatch(
  deps: CodeDeps,
  viewer: Viewer,
  eventId: string,
  request: BatchRequest,
): Promise<MadeBatch> {
  const { nonce, count } = request
  if (!isUuid(nonce)) refuseField('nonce', 'nonce must be a UUID.')
  if (count < 1 || count > BATCH_MAX) {
    refuseField('count', `Type a whole number from 1 to ${BATCH_MAX.toLocaleString('en-KE')}.`)
  }
  const now = deps.clock.now()
  const terms = readTerms(request, now)
  return await changeCodes(deps, viewer, eventId, async (tx, event) => {
    const batch_id = hashedId(`promo_code_batch ${event.id} ${nonce.toLowerCase()}`)
    const known = await countBatch(tx, event.id, batch_id)
    if (known > 0) return { id: batch_id, count: known }
    await checkTerms(tx, event.id, terms)
    const { batches } = await countCodes(tx, event.id)
    if (batches >= BATCHES_MAX) {
      refuseField('count', `Many codes can be made up to ${BATCHES_MAX} times for an event.`)
    }
    const limits = { max_tickets: 1, max_per_phone: null }
    const codes = await drawCodes(tx, event.id, count)
    await insertCodes(tx, codes, {
      ...terms,
      ...limits,
      event_id: event.id,
      batch_id,
      created_at: now,
    })
    const after = { codes: count, ...inWords(terms) }
    await auditEvent(tx, viewer, event, { action: 'promo_codes_made', after, now })
    return { id: batch_id, count }
  })
}

/** Changes a code's maximum or end. Throws `below_sold` if more tickets are held or sold. */
export async function changeCode(
  deps: CodeDeps,
  viewer: Viewer,
  ids: { eventId: string; codeId: string },
  change: CodeChange,
): Promise<CodeId> {
  const now = deps.clock.now()
  return await changeCodes(deps, viewer, ids.eventId, async (tx, event) => {
    const code = await findCode(tx, event.id, ids.codeId)
    if (code.ended_at !== null) refuseField('code', 'This code has ended.')
    const { max_tickets, max_per_phone, ends_at } = { ...code, ...readChange(code, change, now) }
    if (max_tickets !== code.max_tickets) await setMaximum(tx, code.id, max_tickets)
    await updateCode(tx, { id: code.id, max_per_phone, ends_at })
    const before = changeable(code)
    const after = changeable({ code: code.code, max_tickets, max_per_phone, ends_at })
    await auditEvent(tx, viewer, event, { action: 'promo_code_changed', before, after, now })
    return { id: code.id }
  })
}

/** Ends a code, or all codes of a batch. Orders that hold tickets keep their price. */
export async function endCode(
  deps: CodeDeps,
  viewer: Viewer,
  ids: { eventId: string; codeId: string },
): Promise<CodeId> {
  const now = deps.clock.now()
  return await changeCodes(deps, viewer, ids.eventId, async (tx, event) => {
    const id = isUuid(ids.codeId) ? ids.codeId.toLowerCase() : null
    if (id === null || !(await hasCode(tx, event.id, id))) throw new AppError('not_found')
    const [first, ...others] = await endCodes(tx, event.id, id, now)
    if (!first) return { id }
    const action = first.batch_id === null ? 'promo_code_ended' : 'promo_codes_ended'
    const after = first.batch_id === null ? first.code : { codes: 1 + others.length }
    await auditEvent(tx, viewer, event, { action, after, now })
    return { id }
  })
}

/** Changes codes while the event is locked, so that concurrent changes run one after the other. */
async function changeCodes<T>(
  deps: CodeDeps,
  viewer: Viewer,
  eventId: string,
  change: (tx: Tx, event: LockedEvent) => Promise<T>,
): Promise<T> {
  return await inTransaction(deps.db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const result = await change(tx, event)
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, deps, viewer, { budget: 'saves', organizerId })
    return result
  })
}

async function checkTerms(
  tx: Tx,
  eventId: string,
  { typeIds, seller_id }: ReadTerms,
): Promise<void> {
  if (!(await hasTypes(tx, eventId, typeIds))) refuseTypes()
  if (seller_id !== null && !(await hasSeller(tx, eventId, seller_id))) refuseSeller()
}

async function refuseTaken(
  tx: Tx,
  eventId: string,
  { code, code_fold, digits }: ReturnType<typeof readCode>,
): Promise<void> {
  const wanted = { folds: [code_fold], digits: digits === null ? [] : [digits] }
  if ((await selectTakenCodes(tx, eventId, wanted)).size === 0) return
  throw new EventError('duplicate', {
    text: `This event has the code ${code}, or one that reads alike. Ended codes keep their text.`,
    details: { field: 'code' },
  })
}

const drawDigits = (tx: Tx, eventId: string, length: 4 | 8, count: number) =>
  drawFree(
    count,
    () => randomDigits(length),
    (digits) => selectTakenCodes(tx, eventId, { digits }),
  )

async function drawCodes(tx: Tx, eventId: string, count: number) {
  const texts = await drawFree(count, randomCode, (folds) =>
    selectTakenCodes(tx, eventId, { folds }),
  )
  const digits = await drawDigits(tx, eventId, 8, count)
  return texts.map((code, at) => {
    return { id: newId(), code, code_fold: foldCode(code)!, digits: digits[at]! }
  })
}

async function findCode(tx: Tx, eventId: string, id: string): Promise<ChangeableCode> {
  const code = isUuid(id) ? await lockCode(tx, eventId, id) : undefined
  if (!code) throw new AppError('not_found')
  return code
}

function readChange(code: ChangeableCode, change: CodeChange, now: Date): Partial<ChangeableCode> {
  const { max_tickets, max_per_phone, ends_at } = change
  if (max_tickets === 1 && code.digits.length === 4) {
    refuseField('max_tickets', 'A code that is dialled with 4 digits is for 2 tickets or more.')
  }
  return {
    ...(max_tickets !== undefined && { max_tickets: readMaximum(max_tickets, 'max_tickets') }),
    ...(max_per_phone !== undefined && {
      max_per_phone: readMaximum(max_per_phone, 'max_per_phone'),
    }),
    ...(ends_at !== undefined && {
      ends_at: readEnd(ends_at, { starts_at: code.starts_at, now }),
    }),
  }
}

async function setMaximum(tx: Tx, id: string, max: number | null): Promise<void> {
  const taken = await updateMaximum(tx, id, max)
  if (taken === null) return
  throw new EventError('below_sold', {
    text: `${taken} tickets are sold or pending with this code.`,
    details: { field: 'max_tickets' },
  })
}

/** The terms for the audit log. */
function inWords({ kind, percent, value_cents }: ReadTerms) {
  if (kind === 'access') return { kind }
  return { kind, value: percent ?? toKes(value_cents!) }
}

const changeable = ({
  code,
  max_tickets,
  max_per_phone,
  ends_at,
}: Pick<ChangeableCode, 'code' | 'max_tickets' | 'max_per_phone' | 'ends_at'>) => ({
  code,
  tickets: max_tickets ?? 'any number',
  per_phone: max_per_phone ?? 'any number',
  until: ends_at?.toISOString() ?? 'the end of the sale',
})
