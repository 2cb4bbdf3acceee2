import { mayBePayer } from '../payments/payer.ts'

/** Names of the fields in M-Pesa's reports that state the balances of our own accounts. */
const BALANCE = /balance|funds/i
const PHONE = /\b(?:254|0)?([17]\d{8})\b/g

/**
 * Whether a report that was found by a number or a receipt is about the owner of this phone. A
 * confirmation of a payment by paybill is about its payer, who may have typed the number of another
 * person. Any other report is about the number that it names.
 */
export function isReportAbout(body: string, phone: string): boolean {
  const report = parsed(body) as { MSISDN?: unknown } | null
  if (typeof report?.MSISDN === 'string') return mayBePayer(phone, report.MSISDN)
  const named = [...body.matchAll(PHONE)].map(([, number]) => `254${number}`)
  return named.length === 0 || named.includes(phone)
}

/**
 * A raw report of M-Pesa for the person whom the report is about: without the balances of our
 * accounts. Null if the report is no JSON.
 */
export function reportCopy(body: string): unknown {
  return withoutBalances(parsed(body))
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function withoutBalances(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => !BALANCE.test(String(item?.Key ?? item?.Name)))
      .map(withoutBalances)
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !BALANCE.test(name))
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutBalances(inner)]))
}
