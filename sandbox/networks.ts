export interface Network {
  code: string
  /** The maximum length of a USSD screen and of an input, in characters. */
  screenLength: number
  inputLength: number
  /** The time for which a USSD screen waits for an input, in ms. */
  idleMs: number
}

// Africa's Talking documents these values for Safaricom and Airtel. We assume that the remaining
// networks use Safaricom's values.
const USSD = { screenLength: 160, inputLength: 80, idleMs: 30_000 }
const SAFARICOM: Network = { code: '63902', ...USSD }
const AIRTEL: Network = { code: '63903', screenLength: 184, inputLength: 90, idleMs: 60_000 }
const TELKOM: Network = { code: '63907', ...USSD }
const EQUITEL: Network = { code: '63999', ...USSD }

/**
 * Returns the network of a phone number by its prefix. Like the real gateway, it does not know
 * numbers that were ported to another network.
 */
export function networkOf(msisdn: string): Network {
  const prefix = msisdn.slice(3, 6)
  if (/^(73\d|75[0-6]|76[12]|78\d|10[0-8])$/.test(prefix)) return AIRTEL
  if (/^(77\d|120)$/.test(prefix)) return TELKOM
  if (/^(76[3-6]|124)$/.test(prefix)) return EQUITEL
  return SAFARICOM
}
