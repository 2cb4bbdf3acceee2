import { createHash } from 'node:crypto'

const hashOf = (phone: string) => createHash('sha256').update(phone).digest('hex')

export const payerForms = (phone: string): string[] => [phone, hashOf(phone)]

const HASH = /^[0-9a-f]{64}$/i

/** Whether `phone` may have paid. `reported` may be plain, hashed, partly masked or absent. */
export function mayBePayer(phone: string, reported: string): boolean {
  if (reported === '') return true
  if (HASH.test(reported)) {
    return hashOf(phone) === reported.toLowerCase()
  }
  const parts = reported.replace(/[\s+-]/g, '').split(/\D+/)
  const [head, tail] = [parts[0]!, parts.at(-1)!]
  if (parts.length === 1) return phone.slice(-9) === head.slice(-9)
  // Masked numbers look like 0722***000 or 2547 ***** 126.
  const local = `0${phone.slice(3)}`
  return [phone, local].some((one) => one.startsWith(head)) && phone.endsWith(tail)
}
