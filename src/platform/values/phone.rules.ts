/** The specification's pattern (section 5), anchored. */
const TYPED = /^(0|254)[71]\d{8}$/

export const PHONE_ERROR =
  'Please enter a valid phone number starting with 0 or 254 (e.g., 0712345678 or 254712345678)'

/** '2547…' or '2541…' from a typed number, or null. A leading +, spaces and dashes are removed. */
export function normalisePhone(typed: string): string | null {
  const bare = typed.trim().replace(/[\s-]/g, '').replace(/^\+/, '')
  if (!TYPED.test(bare)) return null
  return bare.startsWith('0') ? `254${bare.slice(1)}` : bare
}

/** True for a number in full, '2547…' or '2541…', neither masked nor hashed. */
export function isPlainPhone(told: string): boolean {
  return /^254[17]\d{8}$/.test(told)
}

/** '2547•••••678', as pages and logs may show it. */
export function maskPhone(msisdn: string): string {
  return `${msisdn.slice(0, 4)}•••••${msisdn.slice(-3)}`
}
