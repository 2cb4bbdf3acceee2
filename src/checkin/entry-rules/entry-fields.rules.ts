import { instantOfField, nairobiField } from '../../platform/values/nairobi-field.rules.ts'
import type { EntryRules } from './entry-rules.contract.ts'

export type RuleFields = {
  capacity: string
  /** 'YYYY-MM-DDTHH:MM' in Nairobi time, even if the browser has another time zone. */
  anyGateFrom: string
  mayLeave: boolean
  transferLimit: string
  transfersEnd: boolean
  reminds: boolean
  cashPerMinute: string
  cashPerHour: string
}

export function fieldsOf(rules: EntryRules): RuleFields {
  return {
    capacity: rules.licensed_capacity === null ? '' : String(rules.licensed_capacity),
    anyGateFrom: nairobiField(rules.any_gate_from),
    mayLeave: rules.may_leave,
    transferLimit: rules.transfer_limit === null ? '' : String(rules.transfer_limit),
    transfersEnd: rules.transfers_end_at_doors,
    reminds: rules.reminds,
    cashPerMinute: rules.cash_per_minute === null ? '' : String(rules.cash_per_minute),
    cashPerHour: rules.cash_per_hour === null ? '' : String(rules.cash_per_hour),
  }
}

type Fault = { ok: false; status: number; code: string; error: string; field: string }

/** Returns the rules to send, or the error of the first field that cannot be read. */
export function rulesOf(fields: RuleFields): { ok: true; rules: EntryRules } | Fault {
  const capacity = readCount(fields.capacity, 1, 1_000_000)
  if (capacity === undefined)
    return fault('licensed_capacity', 'Enter a number of people, such as 12000.')
  const limit = readCount(fields.transferLimit, 0, 100)
  if (limit === undefined)
    return fault('transfer_limit', 'Enter a number from 0 to 100, or leave blank.')
  const perMinute = readCount(fields.cashPerMinute, 0, 100_000)
  if (perMinute === undefined) return fault('cash_per_minute', CASH_ERROR)
  const perHour = readCount(fields.cashPerHour, 0, 100_000)
  if (perHour === undefined) return fault('cash_per_hour', CASH_ERROR)
  return {
    ok: true,
    rules: {
      licensed_capacity: capacity,
      any_gate_from: instantOfField(fields.anyGateFrom),
      may_leave: fields.mayLeave,
      transfer_limit: limit,
      transfers_end_at_doors: fields.transfersEnd,
      reminds: fields.reminds,
      cash_per_minute: perMinute,
      cash_per_hour: perHour,
    },
  }
}

const CASH_ERROR = 'Enter a number from 0 to 100000, or leave blank.'

/** Null if the field is empty. Undefined if the text is no whole number from `min` to `max`. */
function readCount(typed: string, min: number, max: number): number | null | undefined {
  const bare = typed.replace(/[\s,]/g, '')
  if (bare === '') return null
  const count = /^\d{1,7}$/.test(bare) ? Number(bare) : Number.NaN
  return count >= min && count <= max ? count : undefined
}

function fault(field: string, error: string): Fault {
  return { ok: false, status: 422, code: 'invalid_field', error, field }
}
