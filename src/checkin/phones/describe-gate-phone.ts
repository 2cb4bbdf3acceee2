import type { GatePhone } from '../command-view.contract.ts'
import type { GatePhoneRow } from '../gate-phones.sql.ts'
import { phoneState } from './gate-phone.rules.ts'

export function describeGatePhone(row: GatePhoneRow, now: Date): GatePhone {
  const { code_until, paired_at, revoked_at, signed_off_at, seen_at, created_at, ...told } = row
  return {
    ...told,
    state: phoneState({ code_until, paired_at, revoked_at, signed_off_at }, now),
    signed_off_at: signed_off_at?.toISOString() ?? null,
    seen_at: seen_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}
