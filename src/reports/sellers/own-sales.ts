import { isSellersPhone } from '../../events/sellers/sellers.sql.ts'
import { toCommission } from '../../events/sellers/sellers.ts'
import { sendPhoneCode } from '../../messages/phone-codes.ts'
import { SMS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { isRightCode } from '../../tickets/limits.ts'
import { ReportError } from '../errors.ts'
import type { OwnSales } from './own-sales.contract.ts'
import { selectOwnSales } from './seller-figures.sql.ts'
import { toFigures } from './seller-figures.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const SELLER = { purpose: 'seller', scope: '' } as const

/** Sends a code to a phone, if an organizer has entered it for a seller. */
export async function sendSalesCode(
  deps: CodeDeps,
  { phone, address, language }: { phone: string; address: string; language: Language },
): Promise<void> {
  await sendPhoneCode(deps, {
    ...SELLER,
    phone,
    address,
    text: (code) => fill(SMS.sellerCode, language, { code }),
    isWanted: () => isSellersPhone(deps.db, phone),
  })
}

/**
 * The sales of the phone's owner. Throws `wrong_sales_code` if the phone has no such code now. Wrong
 * codes count towards the limits, and towards the limit over all addresses that raises an alarm.
 */
export async function readOwnSales(
  deps: CodeDeps & Pick<Deps, 'reads' | 'log'>,
  typed: { phone: string; code: string; address: string },
): Promise<OwnSales> {
  if (!(await isRightCode(deps, { ...SELLER, ...typed }))) {
    throw new ReportError('wrong_sales_code', { details: { field: 'code' } })
  }
  const rows = await selectOwnSales(deps.reads, typed.phone)
  return {
    data: rows.map((row) => {
      const { event_id, event, date, number, ended_at } = row
      const about = { event_id, event, date, number, ended_at: ended_at?.toISOString() ?? null }
      return { ...about, ...toCommission(row), ...toFigures(row) }
    }),
  }
}
