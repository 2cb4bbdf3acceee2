import type { SandboxOptions } from './options.ts'

const FIRST = ['ASHA', 'BRIAN', 'CYNTHIA', 'DENNIS', 'ESTHER', 'FAITH', 'GEORGE', 'HALIMA']
const LAST = ['ACHIENG', 'BARASA', 'CHEBET', 'GITAU', 'KAMAU', 'MUTUA', 'NJERI', 'ODHIAMBO']

export function firstName(msisdn: string): string {
  return FIRST[Number(msisdn.at(-1)) % FIRST.length] ?? ''
}

/** The customer in the results of calls: `2547… - FIRST LAST`. */
export function publicCustomer(msisdn: string): string {
  return `${msisdn} - ${firstName(msisdn)} ${LAST[Number(msisdn.at(-2)) % LAST.length]}`
}

/** The business in the results of calls: `174379 - LANGO TICKETS`. */
export function publicBusiness(options: SandboxOptions, shortCode: string): string {
  return `${shortCode} - ${options.businessName}`
}
