import { maskEmail, maskPhone } from '../platform/values/phone.rules.ts'
import { maskNumber } from './number.rules.ts'

const HIDDEN = '••••'

/** References that open no ticket: '' while there is no receipt, and 'Cash'. */
const OPENS_NOTHING = ['', 'Cash']

type Rights = { sees_buyer: boolean; sees_numbers: boolean }

/** Fields that name a buyer or open a ticket. */
type Fields = {
  phone?: string | null
  email?: string | null
  ticket_number?: string
  order_id?: string | null
  code?: string | null
  order_code?: string
  reference?: string
}

/**
 * Without `sees_buyer`, shortens phone and email. Without `sees_numbers`, hides ticket number,
 * order id, code and receipt, with which public routes show tickets. Keeps the ids of rows.
 */
export function maskRow<R extends Rights & Fields>(row: R): Omit<R, keyof Rights> {
  const { sees_buyer, sees_numbers, ...shown } = row
  if (!sees_buyer) replace(shown, { phone: maskPhone, email: maskEmail })
  if (!sees_numbers) {
    replace(shown, {
      ticket_number: maskNumber,
      order_id: () => null,
      code: () => HIDDEN,
      order_code: (code) => code && HIDDEN,
      reference: (text) => (OPENS_NOTHING.includes(text) ? text : HIDDEN),
    })
  }
  return shown
}

function replace(
  row: Fields,
  masks: Partial<Record<keyof Fields, (text: string) => string | null>>,
) {
  const fields = row as Record<string, string | null | undefined>
  for (const [name, mask] of Object.entries(masks)) {
    const text = fields[name]
    if (typeof text === 'string') fields[name] = mask(text)
  }
}
