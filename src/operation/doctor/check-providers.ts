import { checkSmsAccount } from '../../messages/africas-talking/check-account.ts'
import { checkMailServer } from '../../messages/smtp/send-email.ts'
import { BUSY, checkCredentials } from '../../payments/mpesa/check-credentials.ts'
import type { Deps } from '../../platform/database/deps.ts'

/** The minimum SMS balance, in shillings: enough for two SMS for each of some hundred orders. */
const SMS_BALANCE_MIN = 500

/**
 * The advice after a provider refused. `reason` is the HTTP status, such as 'HTTP 503', or the
 * code of a failed connection. Only a 4xx status other than 429 means that the keys may be wrong.
 */
function remedy(reason: string, { keys, address }: { keys: string; address: string }): string {
  if (/^HTTP 429/.test(reason)) return 'It limits our requests: wait a minute, and try again'
  if (/^HTTP 4/.test(reason)) return `Check ${keys}`
  if (/^HTTP 5/.test(reason)) return 'The fault is theirs: look at their status page, and try again'
  return `Check the way out to ${address}: DNS, firewall, proxy`
}

export async function checkDaraja(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
): Promise<string | null> {
  const reason = await checkCredentials(deps)
  if (reason === null) return null
  if (reason === BUSY) return `${reason}.`
  const keys = 'MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET of the production app'
  return `it gives no token: ${reason}. ${remedy(reason, { keys, address: deps.env.mpesa.baseUrl })}.`
}

export async function checkSms({ env }: Pick<Deps, 'env'>): Promise<string | null> {
  const account = await checkSmsAccount(env.sms)
  if ('fault' in account) {
    const { fault } = account
    const keys = 'AT_USERNAME and AT_API_KEY of the live app'
    return `the gateway gives no balance: ${fault}. ${remedy(fault, { keys, address: env.sms.baseUrl })}.`
  }
  const amount = Number(/-?[\d.]+$/.exec(account.balance.replaceAll(',', ''))?.[0])
  if (amount >= SMS_BALANCE_MIN) return null
  return `the balance is ${account.balance}. Top up the account: each order takes two SMS.`
}

/** Checks the mail server. 4xx replies are temporary; 535 and 534 concern the login (RFC 4954). */
export async function checkMail({ env }: Pick<Deps, 'env'>): Promise<string | null> {
  const reason = await checkMailServer(env.mail)
  if (reason === null) return null
  if (/ 4\d\d$/.test(reason)) {
    return `the mail server is busy: ${reason}. The fault is theirs: try again in some minutes.`
  }
  return `the mail server refuses us: ${reason}. Check SMTP_URL: name, password, port, and smtps:// for port 465.`
}
