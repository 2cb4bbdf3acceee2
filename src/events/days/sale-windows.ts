import { refuseField } from '../../platform/errors.ts'
import { readMoment } from '../../platform/values/moment-field.ts'
import { dayEndOf, ownSaleEnd } from '../sales.rules.ts'
import { type DayPlan, datedAfter, datedBefore } from './days.ts'

/** A time of a sale window or a price step. A time equal to the stored one moves by `shiftMs`. */
export function readSaleTime(
  sent: string | null,
  stored: Date | null,
  { field, shiftMs }: { field: string; shiftMs: number },
): Date | null {
  const at = readMoment(sent, field)
  return at && at.getTime() === stored?.getTime() ? new Date(at.getTime() + shiftMs) : at
}

type Window = { sale_from: Date | null; sale_until: Date | null }
type WindowRequest = {
  sale_from?: string | null | undefined
  sale_until?: string | null | undefined
}

/**
 * Reads the sale window of a type. The sale ends at the latest when the type's last day ends.
 * Throws an AppError that names the field at fault.
 */
export function readWindow(
  input: WindowRequest,
  old: (Window & { day_numbers: number[] }) | undefined,
  {
    path,
    shiftMs,
    days,
    numbers,
  }: { path: string; shiftMs: number; days: DayPlan; numbers: number[] },
): Window {
  const stored = {
    sale_from: old?.sale_from ?? null,
    sale_until: old ? ownSaleEnd(old, datedBefore(days)) : null,
  }
  const read = (at: keyof Window) => {
    const sent = input[at] === undefined ? (stored[at]?.toISOString() ?? null) : input[at]
    return readSaleTime(sent, stored[at], { field: `${path}.${at}`, shiftMs })
  }
  const [sale_from, sale_until] = [read('sale_from'), read('sale_until')]
  if (sale_from && sale_until && sale_from >= sale_until) {
    refuseField(`${path}.sale_until`, 'The sale must end after it starts.')
  }
  const end = dayEndOf(numbers, datedAfter(days))
  if (sale_from && end && sale_from >= end) {
    refuseField(`${path}.sale_from`, 'The sale must start before the last day of this ticket ends.')
  }
  return { sale_from, sale_until: end && (!sale_until || sale_until > end) ? end : sale_until }
}
