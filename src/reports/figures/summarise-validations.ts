import type { ValidationStatus } from '../../checkin/checkin.contract.ts'
import { validationStatus } from '../../checkin/checkin.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { EventValidationStats } from '../reports.contract.ts'
import { selectDayCounts, selectValidationSums } from './validations.sql.ts'

const STATUSES: readonly ValidationStatus[] = ['valid', 'used', 'invalid']

/** The check-in figures of an event, in one row. */
export async function summariseValidations(
  db: Db,
  viewer: Viewer,
  eventId: string,
): Promise<EventValidationStats> {
  const found = await selectValidationSums(db, viewer, eventId)
  const { counts: rows, sold } = found
  const days = found.has_days ? await selectDayCounts(db, eventId) : null
  const { tickets, people } = days ?? found
  const sum = (of: typeof rows) => of.reduce((all, { count }) => all + count, 0)
  const types = [...new Set(rows.map(({ method }) => method))]
  const byStatus = STATUSES.map((status) => ({
    status,
    count: sum(rows.filter(({ result }) => validationStatus(result).status === status)),
  }))
  return [
    {
      total_validations: sum(rows),
      unique_tickets: tickets,
      redemption_rate: sold === 0 ? null : people / sold,
      validations_by_type: types.map((type) => ({
        type,
        count: sum(rows.filter(({ method }) => method === type)),
      })),
      validations_by_status: byStatus.filter(({ count }) => count > 0),
      ...(days && { check_ins_by_day: days.days ?? [] }),
    },
  ]
}
