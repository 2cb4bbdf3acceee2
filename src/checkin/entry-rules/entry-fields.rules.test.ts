import { expect, test } from 'vitest'
import { fieldsOf, rulesOf } from './entry-fields.rules.ts'

const RULES = {
  licensed_capacity: 12_000,
  any_gate_from: '2027-03-14T21:30:00.000Z',
  may_leave: true,
  transfer_limit: 0,
  transfers_end_at_doors: false,
  reminds: false,
  cash_per_minute: 40,
  cash_per_hour: 0,
}

// spec: entry-rules-form
test('entry rules become form fields in Nairobi time, and back', () => {
  const fields = fieldsOf(RULES)
  expect(fields).toMatchObject({ capacity: '12000', anyGateFrom: '2027-03-15T00:30' })
  expect(rulesOf(fields)).toEqual({
    ok: true,
    rules: { ...RULES, any_gate_from: '2027-03-15T00:30:00+03:00' },
  })
  const none = { ...RULES, licensed_capacity: null, any_gate_from: null, transfer_limit: null }
  Object.assign(none, { cash_per_minute: null, cash_per_hour: null })
  expect(rulesOf(fieldsOf(none))).toEqual({ ok: true, rules: none })
})

test.each([
  [{ capacity: '12,000 ' }, null],
  [{ capacity: '0' }, 'licensed_capacity'],
  [{ capacity: '1000001' }, 'licensed_capacity'],
  [{ capacity: 'many' }, 'licensed_capacity'],
  [{ transferLimit: '-1' }, 'transfer_limit'],
  [{ transferLimit: '101' }, 'transfer_limit'],
  [{ cashPerMinute: '-1' }, 'cash_per_minute'],
  [{ cashPerHour: 'few' }, 'cash_per_hour'],
])('%j names %s', (typed, field) => {
  const read = rulesOf({ ...fieldsOf(RULES), ...typed })
  expect(read.ok ? null : read.field).toBe(field)
})
