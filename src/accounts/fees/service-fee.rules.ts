import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { toKes } from '../../platform/values/money.rules.ts'

type FeeColumns = { basis_points: number | null; fixed_cents: number | null }

/** The fee of an organizer's sales, by columns of `organizer_fee`. Without a row there is none. */
export function toServiceFee({ basis_points, fixed_cents }: Partial<FeeColumns>): ServiceFee {
  return { basis_points: basis_points ?? 0, fixed: toKes(fixed_cents ?? 0) }
}
