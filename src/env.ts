/**
 * Reads all settings; no other file reads process.env. One error lists all faulty settings, so
 * that an operator can correct them together.
 */

import path from 'node:path'
import { databaseSettings } from './platform/database/database-settings.ts'
import { sessionSettings } from './platform/session-settings.ts'
import { SECRET_LENGTH_MIN, SettingsReader } from './platform/settings.ts'
import { s3Settings } from './platform/storage/s3-settings.ts'
import { isEmailAddress } from './platform/values/email-address.rules.ts'

export type Env = ReturnType<typeof parse>

declare module './platform/settings.ts' {
  interface Settings extends Env {}
}

const NAMED = /^[^<>\p{Cc}]+ <([^<>]+)>$/u

class Reader extends SettingsReader {
  /** The USSD code that buyers dial. An empty value turns USSD off. */
  dialCode(name: string, fallback: string): string {
    const value = this.read(name) ?? fallback
    if (value !== '' && !/^\*\d+(\*\d+)*#$/.test(value)) {
      this.faults.push(
        `${name} must be what a phone dials, in quotes for the #, such as "${fallback}", or empty, not "${value}"`,
      )
    }
    return value
  }
  /** smtp://user:password@host:587 or smtps://. Messages never show the password. */
  smtpUrl(name: string, sandboxValue: string, production: boolean): string {
    const value = this.credential(name, sandboxValue, production)
    try {
      const url = new URL(value)
      if (/^smtps?:$/.test(url.protocol) && url.hostname && /^\/?$/.test(url.pathname)) return value
    } catch {
      // The text is no URL. The fault is reported below.
    }
    this.faults.push(`${name} must be an address such as smtp://user:password@mail.example:587`)
    return sandboxValue
  }
  email(name: string, sandboxValue: string, production: boolean): string {
    const value = this.credential(name, sandboxValue, production)
    return this.#address(name, value, value)
  }
  /** An address alone or with a name: 'Lango <tickets@lango.example>'. */
  mailbox(name: string, sandboxValue: string, production: boolean): string {
    const value = this.credential(name, sandboxValue, production)
    return this.#address(name, value, NAMED.exec(value)?.[1] ?? value)
  }
  #address(name: string, value: string, address: string): string {
    const isOne = isEmailAddress(address)
    if (!isOne) this.faults.push(`${name} must be an email address, not "${value}"`)
    return value
  }
}

function supportSettings(r: Reader, production: boolean) {
  return {
    email: r.email('SUPPORT_EMAIL', 'support@lango.example', production),
    phone: r.credential('SUPPORT_PHONE', '+254 700 000 000', production),
    office: r.text('OFFICE', 'Nairobi, Kenya'),
  }
}

function parse(r: Reader) {
  const langoEnv = r.oneOf('LANGO_ENV', ['sandbox', 'production'], 'sandbox')
  const production = langoEnv === 'production'
  const port = r.integer('PORT', 3000, 1, 65535)
  const sandboxPort = r.integer('SANDBOX_PORT', 3010, 1, 65535)
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  const publicOrigin = r.origin('PUBLIC_ORIGIN', `http://127.0.0.1:${port}`)
  const dataDir = r.text('DATA_DIR', '.data')
  return {
    langoEnv,
    production,
    /** Set by the launcher, and read by libraries too. */
    development: r.text('NODE_ENV', 'production') === 'development',
    role: r.oneOf('ROLE', ['both', 'web', 'worker'], 'both'),
    host: r.text('HOST', '127.0.0.1'),
    port,
    publicOrigin,
    /**
     * Time in ms from the stop signal until the process closes. In this time the process still
     * serves requests, but `/readyz` fails, so that a proxy chooses another process.
     */
    stopGraceMs: r.integer('STOP_GRACE_SECONDS', production ? 5 : 0, 0, 300) * 1000,
    dataDir,
    backupDir: r.optional('BACKUP_DIR'),
    /** Output of `pgbackrest info`; null if pgbackrest runs on another machine. */
    pgbackrestInfo: r.optional('PGBACKREST_INFO'),
    alertmanagerUrl: r.optional('ALERTMANAGER_URL'),
    /** The object storage. If null, files are stored in a folder in dataDir. */
    s3: s3Settings(r),
    logLevel: r.oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFile: r.optional('LOG_FILE'),
    ...databaseSettings(r),
    allowSuperuser: r.oneOf('ALLOW_SUPERUSER', ['yes', 'no'], 'no') === 'yes',
    /** The user as which production runs if root starts it. */
    runAs: r.optional('RUN_AS'),
    /** True if no process sells while this process starts, so that heavy migrations may run. */
    migratesOffline:
      r.oneOf('MIGRATE', ['online', 'offline'], production ? 'online' : 'offline') === 'offline',
    /** Multiplies all waiting times. Only for tests. */
    timeScale: production ? 1 : r.decimal('TIME_SCALE', 1, 0.001, 10),
    /** Seconds for which visitors share a rendered public page; 0 renders it for each visitor. */
    pageSeconds: r.integer('PAGE_SECONDS', 1, 0, 1),
    workWaitMs: r.integer('WORK_WAIT_MS', 800, 0, 60_000),
    trustProxy: r.proxies('TRUST_PROXY'),
    callbackNetworks: r.networks('CALLBACK_NETWORKS'),
    mpesa: {
      ...mpesaSettings(r, production, sandboxOrigin, publicOrigin),
      ...refundSettings(r, production, dataDir),
    },
    sms: smsSettings(r, production, sandboxOrigin),
    mail: mailSettings(r, production, sandboxPort),
    /** Tokens for /metrics. In a sandbox, programs on the same machine need no token. */
    operatorTokens: operatorTokens(r),
    ...sessionSettings(r, production),
    support: supportSettings(r, production),
    ...ussdSettings(r, production),
    /** Tickets that a gate phone may admit by signature alone between two syncs. */
    gateProofLimit: r.integer('GATE_PROOF_LIMIT', 100, 0, 100_000),
    /** The legal holder of buyers' money. If null, no page promises that Lango keeps the money. */
    moneyHeldBy: r.optional('MONEY_HELD_BY'),
    /** Blocks payouts of an event that has no check-in and more complaints than this number. */
    payoutFreezeComplaints: r.integer('PAYOUT_FREEZE_COMPLAINTS', 3, 0, 1_000_000),
    /** The business days within which an admin decides about a requested payout. */
    payoutDecisionDays: r.integer('PAYOUT_DECISION_DAYS', 2, 1, 10),
    /** The most shillings of refunds that an organizer may cause without an admin's approval. */
    organizerRefundMaxKes: r.integer('ORGANIZER_REFUND_MAX_KES', 50_000, 0, 100_000_000),
    /** The fee of organizers for whom no admin has set a fee. */
    serviceFee: {
      basis_points: r.hundredths('SERVICE_FEE_PERCENT', 100),
      fixed_cents: r.hundredths('SERVICE_FEE_PER_TICKET_KES', 100_000),
    },
    newsletter: newsletterSetting(r, production),
    limits: limitSettings(r, production),
  }
}

/** Whether pages offer the newsletter. A sandbox always does. */
function newsletterSetting(r: Reader, production: boolean): boolean {
  return r.oneOf('NEWSLETTER', ['on', 'off'], 'on') === 'on' || !production
}

function limitSettings(r: Reader, production: boolean) {
  return {
    pushPerPhone: r.integer('LIMIT_PUSH_PER_PHONE', 5, 1, 1_000_000),
    pushPerAddress: r.integer('LIMIT_PUSH_PER_ADDRESS', 600, 1, 1_000_000),
    /** Maximum long polls for one order, in each process. */
    waitsPerOrder: r.integer('LIMIT_WAITS_PER_ORDER', 20, 1, 1_000_000),
    waitsPerAddress: r.integer('LIMIT_WAITS_PER_ADDRESS', 5000, 1, 1_000_000),
    /**
     * Percent of the available tickets that unpaid orders of an unknown IP address may hold. 100:
     * no limit.
     */
    holdSharePerAddress: r.integer('HOLD_SHARE_PER_ADDRESS', 10, 1, 100),
    /** Percent that unproven buyers' unpaid orders may hold; a third by paybill. 100: no limit. */
    holdShareUnproven: r.integer('HOLD_SHARE_UNPROVEN', 75, 1, 100),
    resendPerPhone: r.integer('LIMIT_RESEND_PER_PHONE', 3, 1, 1_000_000),
    /**
     * Transfer codes, transfers and emails with tickets per hour, for each ticket, phone, order or
     * mailbox.
     */
    transferPerPhone: r.integer('LIMIT_TRANSFER_PER_PHONE', 5, 1, 1_000_000),
    transferPerAddress: r.integer('LIMIT_TRANSFER_PER_ADDRESS', 300, 1, 1_000_000),
    /** Codes for free orders per hour. Includes codes that buyers use. */
    freeCodePerAddress: r.integer('LIMIT_FREE_CODE_PER_ADDRESS', 600, 1, 1_000_000),
    missPerAddress: r.integer('LIMIT_MISS_PER_ADDRESS', 30, 1, 1_000_000),
    /** Wrong ticket numbers or codes per minute, from all addresses together. */
    missTotal: r.integer('LIMIT_MISS_TOTAL', 1000, 1, 1_000_000),
    /** Wrong promo codes per hour. Valid codes do not count. */
    wrongCodePerAddress: r.integer('LIMIT_WRONG_CODE_PER_ADDRESS', 20, 1, 1_000_000),
    wrongCodePerPhone: r.integer('LIMIT_WRONG_CODE_PER_PHONE', 5, 1, 1_000_000),
    contactPerAddress: r.integer('LIMIT_CONTACT_PER_ADDRESS', 60, 1, 1_000_000),
    signInPerAccount: r.integer('LIMIT_SIGNIN_PER_ACCOUNT', 5, 1, 1_000_000),
    signInPerAddress: r.integer('LIMIT_SIGNIN_PER_ADDRESS', 100, 1, 1_000_000),
    signInPerAccountDay: r.integer('LIMIT_SIGNIN_PER_ACCOUNT_DAY', 100, 1, 1_000_000),
    accountPerAddress: r.integer('LIMIT_ACCOUNT_PER_ADDRESS', 60, 1, 1_000_000),
    linkPerAccount: r.integer('LIMIT_LINK_PER_ACCOUNT', 5, 1, 1_000_000),
    newsletterPerAddress: r.integer('LIMIT_NEWSLETTER_PER_ADDRESS', 300, 1, 1_000_000),
    // Limits for an organizer in 24 hours (decisions/0182). They do not apply to admins.
    /** SMS and emails to numbers and addresses that members typed: gate phones, invitations. */
    budgetMessages: r.integer('BUDGET_MESSAGES', 100, 1, 1_000_000),
    /** Messages and complimentary SMS to one recipient, from all organizers together. */
    budgetPerRecipient: r.integer('BUDGET_PER_RECIPIENT', 10, 1, 1_000_000),
    /** Complimentary SMS, by lists and links. */
    budgetTickets: r.integer('BUDGET_TICKETS', 5000, 1, 1_000_000),
    /** SMS with tickets of free orders. */
    budgetFree: r.integer('BUDGET_FREE', 15_000, 1, 1_000_000),
    /** SMS with codes for free orders, which strangers can request. */
    budgetCodes: r.integer('BUDGET_CODES', 15_000, 1, 1_000_000),
    /** Drafts, changes, cancellations, reschedules and payouts that need approval. */
    budgetTasks: r.integer('BUDGET_TASKS', 40, 1, 1_000_000),
    /** Reschedules and gate moves about which holders are notified. */
    budgetMoves: r.integer('BUDGET_MOVES', 20, 1, 1_000_000),
    /** Saved changes of events, entry rules, gate phones and public pages. */
    budgetSaves: r.integer('BUDGET_SAVES', 600, 1, 1_000_000),
    /** M-Pesa prompts per second, of all processes together. 0: unlimited. */
    pushRate: r.integer('PUSH_RATE', production ? 5 : 0, 0, 1000),
  }
}

function operatorTokens(r: Reader): string[] {
  const token = r.optional('OPERATOR_TOKEN')
  if (token !== null && token.length < SECRET_LENGTH_MIN) {
    r.faults.push(`OPERATOR_TOKEN must have at least ${SECRET_LENGTH_MIN} characters`)
  }
  const tokens = r.alsoAccepted('OPERATOR_TOKEN_ALSO')
  return token === null ? tokens : [token, ...tokens]
}

function mpesaSettings(
  r: Reader,
  production: boolean,
  sandboxOrigin: string,
  publicOrigin: string,
) {
  const shortcode = r.credential('MPESA_SHORTCODE', '174379', production)
  const transactionType = r.oneOf(
    'MPESA_TRANSACTION_TYPE',
    ['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'],
    'CustomerPayBillOnline',
  )
  const callbackOrigin = r.origin('MPESA_CALLBACK_ORIGIN', publicOrigin)
  if (production && callbackOrigin !== publicOrigin && !callbackOrigin.startsWith('https://')) {
    r.faults.push(`MPESA_CALLBACK_ORIGIN must be https in production, not "${callbackOrigin}"`)
  }
  // Words for which Daraja refuses a callback address.
  const forbidden = /m-?pesa|safaricom|exec?|cmd|sql|query/i.exec(callbackOrigin)
  if (forbidden) {
    r.faults.push(`MPESA_CALLBACK_ORIGIN must not contain "${forbidden[0]}": Daraja refuses it`)
  }
  return {
    baseUrl: r.origin('MPESA_BASE_URL', production ? 'https://api.safaricom.co.ke' : sandboxOrigin),
    shortcode,
    /** The short code from which payments to customers are sent. */
    b2cShortcode: r.text('MPESA_B2C_SHORTCODE', shortcode),
    partyB: r.text('MPESA_PARTY_B', shortcode),
    transactionType,
    consumerKey: r.credential('MPESA_CONSUMER_KEY', 'lango-sandbox-key', production),
    consumerSecret: r.credential('MPESA_CONSUMER_SECRET', 'lango-sandbox-secret', production),
    passkey: r.secret(
      'MPESA_PASSKEY',
      'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
      production,
    ),
    callbackOrigin,
    /**
     * The secret in the C2B callback address; null if the shop generates it. M-Pesa registers an
     * address only once, so a database that replaces a lost database needs the same secret.
     */
    c2bToken: r.hexToken('MPESA_C2B_TOKEN'),
    /** The name of the short code at Safaricom. Phones show it. */
    businessName: r.credential('MPESA_BUSINESS_NAME', 'LANGO TICKETS', production),
    nominatedNumber: r.credential('MPESA_NOMINATED_NUMBER', '254700000000', production),
    maxKes: r.integer('MPESA_MAX_KES', 250_000, 1, 10_000_000),
    otherWallets: walletSetting(r, transactionType),
  }
}

/** Whether pages and USSD offer Airtel Money and T-Kash. A till cannot, as it has no accounts. */
function walletSetting(r: Reader, transactionType: string): boolean {
  const isOn = r.oneOf('OTHER_WALLETS', ['on', 'off'], 'off') === 'on'
  if (isOn && transactionType !== 'CustomerPayBillOnline') {
    r.faults.push('OTHER_WALLETS=on needs a paybill: other networks cannot pay a till by account')
  }
  return isOn
}

/** The sandbox publishes this password, so production must not use it. */
const SANDBOX_PASSWORD = 'LangoSandbox#1'

/** The API user for refunds. Its password is sent encrypted with the certificate. */
function refundSettings(r: Reader, production: boolean, dataDir: string) {
  const initiatorName = r.credential('MPESA_INITIATOR_NAME', 'langosandbox', production)
  const initiatorPassword = r.credential('MPESA_INITIATOR_PASSWORD', SANDBOX_PASSWORD, production)
  if (production && r.optional('MPESA_INITIATOR_PASSWORD') === SANDBOX_PASSWORD) {
    r.faults.push("MPESA_INITIATOR_PASSWORD is the sandbox's, which is published")
  }
  return {
    ...{ initiatorName, initiatorPassword },
    /** M-Pesa's certificate as PEM. In the sandbox, the path of a file that is written later. */
    securityCertificate: r.certificate(
      'MPESA_SECURITY_CERTIFICATE',
      path.join(dataDir, 'sandbox-certificate.pem'),
      production,
    ),
  }
}

function smsSettings(r: Reader, production: boolean, sandboxOrigin: string) {
  return {
    baseUrl: r.origin('AT_BASE_URL', production ? 'https://api.africastalking.com' : sandboxOrigin),
    username: r.credential('AT_USERNAME', 'sandbox', production),
    apiKey: r.secret('AT_API_KEY', 'lango-sandbox-at-key', production),
    senderId: r.optional('AT_SENDER_ID'),
    reportToken: r.secret('AT_REPORT_TOKEN', 'sandbox-delivery-reports', production),
    reportTokensAlso: r.alsoAccepted('AT_REPORT_TOKEN_ALSO'),
    /** SMS per second, of all processes together. 0: unlimited. */
    perSecond: r.integer('SMS_RATE', production ? 20 : 0, 0, 1000),
  }
}

function ussdSettings(r: Reader, production: boolean) {
  const ussdCode = r.dialCode('USSD_CODE', '*265*25#')
  return {
    /** '' if USSD is turned off. */
    ussdCode,
    /** The secret part of the addresses that the USSD gateway calls. */
    ussdToken: r.secret('USSD_TOKEN', 'sandbox-ussd', production && ussdCode !== ''),
    ussdTokensAlso: r.alsoAccepted('USSD_TOKEN_ALSO'),
  }
}

/** Added to SANDBOX_PORT for the SMTP port. Large, so that neighbouring shops do not collide. */
const SMTP_PORT_STEP = 515

function mailSettings(r: Reader, production: boolean, sandboxPort: number) {
  const step = sandboxPort + SMTP_PORT_STEP > 65535 ? -SMTP_PORT_STEP : SMTP_PORT_STEP
  const sandboxSmtpPort = r.integer('SANDBOX_SMTP_PORT', sandboxPort + step, 1, 65535)
  return {
    /** For the launcher and the sandbox; the app uses `smtpUrl`. */
    sandboxSmtpPort,
    smtpUrl: r.smtpUrl('SMTP_URL', `smtp://127.0.0.1:${sandboxSmtpPort}`, production),
    from: r.mailbox('MAIL_FROM', 'Lango <tickets@lango.example>', production),
  }
}

function refuseSandboxInProduction(r: Reader, env: Env): void {
  if (!env.production) return
  if (!env.publicOrigin.startsWith('https://')) {
    r.faults.push(`PUBLIC_ORIGIN must be https in production, not "${env.publicOrigin}"`)
  }
  for (const [name, url] of [
    ['MPESA_BASE_URL', env.mpesa.baseUrl],
    ['AT_BASE_URL', env.sms.baseUrl],
  ] as const) {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'https:' && !/sandbox|^localhost$|^127\.|^\[::1\]$/.test(hostname)) continue
    r.faults.push(`${name} must be an https address and no sandbox in production, not "${url}"`)
  }
}

/** Warnings about settings that do not prevent the start. */
export function warningsOf({
  production,
  operatorTokens,
  trustProxy,
  publicOrigin,
}: Env): string[] {
  const warnings: string[] = []
  if (production && operatorTokens.length === 0) {
    warnings.push('OPERATOR_TOKEN is missing: nobody may read /metrics or the checks of /readyz')
  }
  if (!trustProxy && publicOrigin.startsWith('https:')) {
    warnings.push(
      'TRUST_PROXY=no, but PUBLIC_ORIGIN is https: behind a proxy all visitors count as one',
    )
  }
  return warnings
}

/** Throws one error with a line for each faulty setting. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const reader = new Reader(source)
  const env = parse(reader)
  refuseSandboxInProduction(reader, env)
  if (reader.faults.length > 0) throw new Error(reader.faults.join('\n'))
  return env
}
