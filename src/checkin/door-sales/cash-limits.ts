import { selectEntryRules } from '../../events/entry-rules.sql.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Limit } from '../../platform/limits/limits.ts'
import { CASH_PER_HOUR, CASH_PER_MINUTE } from '../entry-rules/cash-limits.rules.ts'
import type { GatePhone } from '../gate-phone.ts'
import type { GateSaleRequest } from './gate-sale.contract.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A limit for each phone number, because each sale sends an SMS to the number. */
const SALES_PER_NUMBER = 10

type CashSale = Pick<GateSaleRequest, 'method' | 'phone'> & { people: number }

/**
 * The limits of cash sales and free tickets. These sales need no other phone, so without limits a
 * stolen gate phone could sell out an event in minutes.
 */
export async function cashLimits(
  { db }: Pick<Deps, 'db'>,
  gatePhone: GatePhone,
  { method, phone, people: count }: CashSale,
): Promise<Limit[]> {
  const rules = await selectEntryRules(db, gatePhone.eventId)
  const perMinute = rules.cash_per_minute ?? CASH_PER_MINUTE
  const perHour = rules.cash_per_hour ?? CASH_PER_HOUR
  const people = (max: number, span: 'minute' | 'hour', windowMs: number) => ({
    key: `cash:${span}:${gatePhone.id}`,
    max,
    windowMs,
    by: count,
    text: limitText(method, max, span),
  })
  return [
    people(perMinute, 'minute', MINUTE_MS),
    people(perHour, 'hour', HOUR_MS),
    {
      key: `cash:number:${phone}`,
      max: SALES_PER_NUMBER,
      windowMs: HOUR_MS,
      text: `${SALES_PER_NUMBER} door sales in an hour went to this number. Enter the buyer’s own number.`,
    },
  ]
}

function limitText(method: CashSale['method'], max: number, span: string): string {
  const people = `${max} ${max === 1 ? 'person' : 'people'} per ${span}`
  const [limit, advice] =
    method === 'free'
      ? [`give tickets or sell for cash to ${people}`, 'Give to fewer people at a time.']
      : [`sell to ${people} for cash`, 'Sell to fewer people at a time, or take M-PESA.']
  return `This phone can ${limit}. ${advice} The organizer can change the limit.`
}
