import { checkSmsAccount } from '../../messages/africas-talking/check-account.ts'
import { checkMailServer } from '../../messages/smtp/send-email.ts'
import { checkCredentials } from '../../payments/mpesa/check-credentials.ts'
import type { Deps } from '../../platform/database/deps.ts'

/** The lowest balance for SMS, in shillings. Enough for two SMS for each of some hundred orders. */
const SMS_BALANCE_MIN = 500

export async function checkDaraja(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
): Promise<string | null> {
  const reason = await checkCredentials(deps)
  if (reason === null) return null
  return `it gives no token: ${reason}. Check MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET of the production app, and the way out to ${deps.env.mpesa.baseUrl}.`
}

export async function checkSms({ env }: Pick<Deps, 'env'>): Promise<string | null> {
  const account = await checkSmsAccount(env.sms)
  if ('fault' in account) {
    return `the gateway does not accept us: ${account.fault}. Check AT_USERNAME and AT_API_KEY of the live app.`
  }
  const amount = Number(/-?[\d.]+$/.exec(account.balance.replaceAll(',', ''))?.[0])
  if (amount >= SMS_BALANCE_MIN) return null
  return `the balance is ${account.balance}. Top up the account: each order takes two SMS.`
}

export async function checkMail({ env }: Pick<Deps, 'env'>): Promise<string | null> {
  const reason = await checkMailServer(env.mail)
  if (reason === null) return null
  return `the mail server refuses us: ${reason}. Check SMTP_URL: name, password, port, and smtps:// for port 465.`
}
