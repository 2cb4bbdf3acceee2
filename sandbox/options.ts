import { isDialString } from './dial.rules.ts'

export interface SandboxOptions {
  port: number
  host: string
  /**
   * The port of the mail server, which listens on this machine only. Defaults to `port` plus 515.
   */
  smtpPort: number | undefined
  /**
   * An append-only file with the sandbox's state, which survives a restart. If unset, the state is
   * in memory only.
   */
  statePath: string | undefined
  /**
   * Multiplies the waits that the sandbox itself chooses. Delays that a client sets in milliseconds
   * are not scaled.
   */
  timeScale: number
  /** The address for SMS delivery reports. If unset, no delivery reports are sent. */
  reportUrl: string | undefined
  /**
   * The addresses for USSD inputs and for the ends of sessions. If unset, no code can be dialled.
   */
  ussdUrl: string | undefined
  ussdEndUrl: string | undefined
  /** The USSD code that people dial. */
  ussdCode: string
  /** The maximum time for the service to respond with a screen, in ms. */
  ussdAnswerMs: number
  consumerKey: string
  consumerSecret: string
  passkey: string
  shortCode: string
  /** The short code from which B2C payments are paid. */
  b2cShortCode: string
  businessName: string
  initiatorName: string
  initiatorPassword: string
  /**
   * The file of the certificate for SecurityCredential. Its key is stored in the same folder. If
   * unset, both are in memory only.
   */
  certificatePath: string | undefined
  /** The maximum time for the business to validate a paybill payment, in ms. */
  validationMs: number
  atApiKey: string
  atUsername: string
  tokenLifetimeMs: number
}

export const defaultOptions: SandboxOptions = {
  port: 3010,
  host: '127.0.0.1',
  smtpPort: undefined,
  statePath: undefined,
  timeScale: 1,
  reportUrl: undefined,
  ussdUrl: undefined,
  ussdEndUrl: undefined,
  ussdCode: '*265*25#',
  ussdAnswerMs: 10_000,
  consumerKey: 'lango-sandbox-key',
  consumerSecret: 'lango-sandbox-secret',
  // The short code and passkey that Safaricom publishes for its own sandbox. They are public, and
  // valid in no other system.
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  shortCode: '174379',
  b2cShortCode: '174379',
  businessName: 'LANGO TICKETS',
  initiatorName: 'langosandbox',
  initiatorPassword: 'LangoSandbox#1',
  certificatePath: undefined,
  validationMs: 8_000,
  atApiKey: 'lango-sandbox-at-key',
  atUsername: 'sandbox',
  tokenLifetimeMs: 3_600_000,
}

type Env = Record<string, string | undefined>

const SMTP_PORT_STEP = 515

/**
 * The mail server's port. By default a fixed distance above `port`, or below `port` if `port` is
 * near the highest port number. 0 (any free port) if `port` is 0.
 */
export function smtpPortOf({ port, smtpPort }: SandboxOptions): number {
  if (smtpPort !== undefined || port === 0) return smtpPort ?? 0
  return port + SMTP_PORT_STEP > 65_535 ? port - SMTP_PORT_STEP : port + SMTP_PORT_STEP
}

function readPort(name: string, text: string, faults: string[]): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  faults.push(`${name} must be a port number from 0 to 65535, not "${text}"`)
  return defaultOptions.port
}

function readScale(text: string, faults: string[]): number {
  const scale = Number(text)
  if (text.trim() !== '' && scale > 0 && scale <= 1000) return scale
  faults.push(`SANDBOX_TIME_SCALE must be a number above 0 and up to 1000, not "${text}"`)
  return defaultOptions.timeScale
}

function readUrl(name: string, text: string | undefined, faults: string[]): string | undefined {
  if (!text) return undefined
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  faults.push(`${name} must be an http address, not "${text}"`)
  return undefined
}

/** An empty code means that the service cannot be dialled. */
function readCode(text: string | undefined, faults: string[]): string {
  if (text === undefined) return defaultOptions.ussdCode
  if (text === '' || isDialString(text)) return text
  faults.push(`SANDBOX_USSD_CODE must be what a phone dials, such as *265*25#, not "${text}"`)
  return defaultOptions.ussdCode
}

/** Reads the settings. Reports all faults together, so that one start shows all of them. */
export function readOptions(env: Env): SandboxOptions {
  const faults: string[] = []
  const d = defaultOptions
  const options: SandboxOptions = {
    port: env.SANDBOX_PORT ? readPort('SANDBOX_PORT', env.SANDBOX_PORT, faults) : d.port,
    smtpPort: env.SANDBOX_SMTP_PORT
      ? readPort('SANDBOX_SMTP_PORT', env.SANDBOX_SMTP_PORT, faults)
      : d.smtpPort,
    host: env.HOST || d.host,
    statePath: env.SANDBOX_STATE || undefined,
    timeScale: env.SANDBOX_TIME_SCALE ? readScale(env.SANDBOX_TIME_SCALE, faults) : d.timeScale,
    reportUrl: readUrl('SANDBOX_SMS_REPORT_URL', env.SANDBOX_SMS_REPORT_URL, faults),
    ussdUrl: readUrl('SANDBOX_USSD_URL', env.SANDBOX_USSD_URL, faults),
    ussdEndUrl: readUrl('SANDBOX_USSD_END_URL', env.SANDBOX_USSD_END_URL, faults),
    ussdCode: readCode(env.SANDBOX_USSD_CODE, faults),
    ussdAnswerMs: d.ussdAnswerMs,
    consumerKey: env.SANDBOX_CONSUMER_KEY || d.consumerKey,
    consumerSecret: env.SANDBOX_CONSUMER_SECRET || d.consumerSecret,
    passkey: env.SANDBOX_PASSKEY || d.passkey,
    shortCode: env.SANDBOX_SHORTCODE || d.shortCode,
    b2cShortCode: env.SANDBOX_B2C_SHORTCODE || env.SANDBOX_SHORTCODE || d.b2cShortCode,
    businessName: env.SANDBOX_BUSINESS_NAME || d.businessName,
    initiatorName: env.SANDBOX_INITIATOR_NAME || d.initiatorName,
    initiatorPassword: env.SANDBOX_INITIATOR_PASSWORD || d.initiatorPassword,
    certificatePath: env.SANDBOX_CERTIFICATE || undefined,
    validationMs: d.validationMs,
    atApiKey: env.SANDBOX_AT_API_KEY || d.atApiKey,
    atUsername: env.SANDBOX_AT_USERNAME || d.atUsername,
    tokenLifetimeMs: d.tokenLifetimeMs,
  }
  for (const [name, shortCode] of [
    ['SANDBOX_SHORTCODE', options.shortCode],
    ['SANDBOX_B2C_SHORTCODE', options.b2cShortCode],
  ] as const) {
    if (!/^\d{5,7}$/.test(shortCode)) {
      faults.push(`${name} must be 5 to 7 digits, not "${shortCode}"`)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('; '))
  return options
}
