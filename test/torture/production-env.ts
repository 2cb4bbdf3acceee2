import { execFileSync, spawnSync } from 'node:child_process'
import { CERTIFICATE } from '../certificate.ts'

// Settings for a start in production. The providers that they name do not exist.

const SECRET = '0123456789abcdef0123456789abcdef'

export const CREDENTIALS = {
  LANGO_ENV: 'production',
  PUBLIC_ORIGIN: 'https://tickets.invalid',
  MPESA_BASE_URL: 'https://payments.invalid',
  MPESA_SHORTCODE: '600123',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_PASSKEY: SECRET,
  MPESA_BUSINESS_NAME: 'LANGO EVENTS LTD',
  MPESA_NOMINATED_NUMBER: '254712345678',
  MPESA_INITIATOR_NAME: 'langoapi',
  MPESA_INITIATOR_PASSWORD: 'Initiator#1',
  MPESA_SECURITY_CERTIFICATE: CERTIFICATE,
  AT_BASE_URL: 'https://sms.invalid',
  AT_USERNAME: 'lango',
  AT_API_KEY: SECRET,
  AT_REPORT_TOKEN: SECRET,
  SMTP_URL: 'smtps://lango:secret@mail.invalid',
  MAIL_FROM: 'tickets@lango.invalid',
  SESSION_SECRET: SECRET,
  SUPPORT_EMAIL: 'help@lango.invalid',
  SUPPORT_PHONE: '0712 000 000',
  USSD_TOKEN: SECRET,
}

export const isRoot = process.getuid?.() === 0

/** The user as which production runs if the tests run as root. */
export const USER = 'nobody'
export const USER_IDS = { uid: idOf('-u'), gid: idOf('-g') }
export const asUser: Record<string, string> = isRoot ? { RUN_AS: USER } : {}

/**
 * Whether the user of production can read the clone. The user cannot if a folder above the clone is
 * closed, such as /root. The start then reports this.
 */
export const isOpen = !isRoot || spawnSync('test', ['-r', 'src/main.ts'], USER_IDS).status === 0

function idOf(what: string): number {
  return Number(execFileSync('id', [what, USER]).toString())
}
