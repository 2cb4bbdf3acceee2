import type { ServiceFee } from '../../platform/http/platform.contract.ts'
import { type Fee, formatKesAndCents, toKes } from '../../platform/values/money.rules.ts'

export const toServiceFee = ({ basis_points, fixed_cents }: Fee): ServiceFee => ({
  basis_points,
  fixed: toKes(fixed_cents),
})

export const isNoFee = ({ basis_points, fixed }: ServiceFee): boolean =>
  basis_points === 0 && fixed === 0

/** The fee as text, such as '5% + KES 10 per ticket'. Leaves out a part of 0. */
export function feeWords(fee: ServiceFee): string {
  if (isNoFee(fee)) return 'No fee'
  const [percent, fixed] = [`${fee.basis_points / 100}%`, formatKesAndCents(fee.fixed)]
  if (fee.fixed === 0) return percent
  return fee.basis_points === 0 ? `${fixed} per ticket` : `${percent} + ${fixed} per ticket`
}
