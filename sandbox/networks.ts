export interface Network {
  code: string
  /** The maximum length of a USSD screen and of an input, in characters. */
  screenLength: number
  inputLength: number
  /** How long a USSD screen waits for an input. */
  idleMs: number
}

// Africa's Talking documents these values for Safaricom and Airtel. We assume that other networks
// have Safaricom's.
const USSD = { screenLength: 160, inputLength: 80, idleMs: 30_000 }
const SAFARICOM: Network = { code: '63902', ...USSD }
const AIRTEL: Network = { code: '63903', screenLength: 184, inputLength: 90, idleMs: 60_000 }
const TELKOM: Network = { code: '63907', ...USSD }
const EQUITEL: Network = { code: '63999', ...USSD }

/**
 * The network of a number, by its prefix. Like the real gateway this ignores that a number may have
 * moved to another network.
 */
export function networkOf(msisdn: string): Network {
  const prefix = msisdn.slice(3, 6)
  if (/^(73\d|75[0-6]|76[12]|78\d|10[0-8])$/.test(prefix)) return AIRTEL
  if (/^(77\d|120)$/.test(prefix)) return TELKOM
  if (/^(76[3-6]|124)$/.test(prefix)) return EQUITEL
  return SAFARICOM
}
