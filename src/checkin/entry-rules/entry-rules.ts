import { auditEvent, insertAudit } from '../../accounts/audit-log.sql.ts'
import { lockOwnEvent } from '../../events/check-event.ts'
import { type RuleRow, selectEntryRules, upsertEntryRules } from '../../events/entry-rules.sql.ts'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { spend } from '../../messages/budget/budget.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError, refuseField } from '../../platform/errors.ts'
import { rightsOver } from '../../platform/http/rights.rules.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { CheckInError } from '../errors.ts'
import type { EntryRulesRequest } from './entry-rules.contract.ts'
import { deleteStoppedGate, insertStoppedGate, lockGateName } from './entry-rules.sql.ts'

/** Throws role_forbids if a rule is changed that the viewer's role may not change. */
export async function saveEntryRules(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  eventId: string,
  request: EntryRulesRequest,
): Promise<RuleRow> {
  const wanted = readRules(request)
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const before = await selectEntryRules(tx, event.id)
    const after = { ...before, ...wanted }
    const changed = RULES.filter((rule) => auditValue(before, rule) !== auditValue(after, rule))
    if (changed.length === 0) return before
    const isEditors = changed.some((rule) => EDITORS_RULES.some((one) => one === rule))
    if (isEditors && !rightsOver(viewer, event).includes('edit')) throw new AppError('role_forbids')
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, { env, clock }, viewer, { budget: 'saves', organizerId })
    await upsertEntryRules(tx, event.id, after, now)
    const shown = (rules: RuleRow) =>
      Object.fromEntries(changed.map((rule) => [rule, auditValue(rules, rule)]))
    const entry = { action: 'entry_rules_changed', before: shown(before), after: shown(after) }
    await auditEvent(tx, viewer, event, { ...entry, now })
    return after
  })
}

const RULES = [
  'licensed_capacity',
  'any_gate_from',
  'may_leave',
  'transfer_limit',
  'transfers_end_at_doors',
  'reminds',
  'cash_per_minute',
  'cash_per_hour',
] as const

/** Rules that only the right to edit the event may change. A door lead lacks this right. */
const EDITORS_RULES = ['licensed_capacity', 'cash_per_minute', 'cash_per_hour'] as const

/** The value of a rule in the audit log. 'none' if the rule is not set. */
function auditValue(rules: RuleRow, rule: (typeof RULES)[number]): string | number | boolean {
  const value = rules[rule]
  if (value instanceof Date) return nairobiDateTime(value).slice(0, 16)
  return value ?? 'none'
}

function readRules(request: EntryRulesRequest): Partial<RuleRow> {
  const sent = Object.entries(request).filter(([name]) =>
    (RULES as readonly string[]).includes(name),
  )
  const { any_gate_from: from, ...rest } = Object.fromEntries(sent) as EntryRulesRequest
  if (from === undefined) return rest
  return { ...rest, any_gate_from: from === null ? null : readInstant(from) }
}

// The time zone is required, because a text without it would mean another instant on a machine with
// another time zone.
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function readInstant(text: string): Date {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return new Date(at)
  refuseField('any_gate_from', 'any_gate_from must be an instant such as 2027-03-14T16:30:00Z.')
}

type StopChange = { eventId: string; gateId: string | null; isStopped: boolean }

/** Stops or reopens a gate. Does nothing if the gate is in this state already. */
export async function stopEntry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { eventId, gateId, isStopped }: StopChange,
): Promise<void> {
  const now = clock.now()
  const by = viewer.accountId
  await inTransaction(db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const isGate = gateId === null || isUuid(gateId)
    const gate = !isGate
      ? undefined
      : gateId
        ? await lockGateName(tx, event.id, gateId)
        : DEFAULT_GATE
    if (!gate) throw new CheckInError('gate_not_found', { details: { field: 'gate_id' } })
    const place = { eventId: event.id, gateId }
    const isChanged = isStopped
      ? await insertStoppedGate(tx, { ...place, by, now })
      : await deleteStoppedGate(tx, place)
    if (!isChanged) return
    const action = isStopped ? 'entry_stopped' : 'entry_opened'
    await insertAudit(tx, { accountId: by, at: now }, [
      { action, subject: gate, eventId: event.id },
    ])
  })
}
