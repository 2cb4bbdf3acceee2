import { formatWeekday } from '../../ui/dates.rules.ts'
import type { GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { readsDays } from '../list/ticket-list.rules.ts'

/**
 * The reply for a phone whose app does not know days and cannot show another day. The app shows
 * 'Wrong gate. Go to: Saturday, not today'.
 */
export function forPhone(phone: GatePhone, decision: GateDecision): GateDecision {
  const { result, ticket, day_date: date } = decision
  if (result !== 'other_day' || readsDays(phone.listForm)) return decision
  const gate = date ? `${formatWeekday(date)}, not today` : 'another day'
  return { ...decision, result: 'wrong_gate', ticket: ticket && { ...ticket, gate } }
}
