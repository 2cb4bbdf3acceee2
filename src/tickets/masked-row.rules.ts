import { isPlainPhone, maskEmail, shortPhone } from '../platform/values/phone.rules.ts'
import { maskNumber } from './number.rules.ts'

/** Shown instead of an order code or receipt that the viewer may not see. */
const HIDDEN = '••••'

/** References that open no ticket: no receipt yet, and a sale for cash. */
const OPENS_NOTHING = ['', 'Cash']

/** The rights of a row's viewer, as `rightsOf` in events.sql.ts selects them. */
type Rights = { sees_buyer: boolean; sees_numbers: boolean }

/** The fields that name a buyer, and the fields with which anyone can open a ticket. */
type Fields = {
  phone?: string | null
  email?: string | null
  ticket_number?: string
  order_id?: string | null
  /** An order code. */
  code?: string | null
  order_code?: string
  /** The receipt of a buyer's payment. */
  reference?: string
}

/**
 * The row as its viewer may see it. Without `sees_buyer`, phone and email are shortened. Without
 * `sees_numbers`, nothing is left that opens a ticket: a public route shows the tickets of an order
 * id, order code or receipt as it does of a ticket number. A row keeps the id by which screens know
 * it, such as that of its order line.
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

/** '0712 ••• 071'; other texts, such as 'Erased', stay. */
const maskPhone = (phone: string) => (isPlainPhone(phone) ? shortPhone(phone) : phone)

/** Replaces the fields that the row has. */
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
