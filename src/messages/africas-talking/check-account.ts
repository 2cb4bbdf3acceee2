import type { Deps } from '../../platform/database/deps.ts'

const TIMEOUT_MS = 10_000

/** The balance in the gateway's notation ('KES 1785.50'), or the reason why it is missing. */
type SmsAccount = { balance: string } | { fault: string }

/** Checks the account. If the SMS gateway reports a balance, the username and key are right. */
export async function checkSmsAccount(settings: Deps['env']['sms']): Promise<SmsAccount> {
  const query = new URLSearchParams({ username: settings.username })
  try {
    const response = await fetch(`${settings.baseUrl}/version1/user?${query}`, {
      headers: { apiKey: settings.apiKey, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) return { fault: `HTTP ${response.status}` }
    const { UserData } = (await response.json()) as { UserData?: { balance?: unknown } }
    const balance = UserData?.balance
    return typeof balance === 'string' ? { balance } : { fault: 'a reply without a balance' }
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string }
    return { fault: cause?.code ?? name }
  }
}
