/** For how many seconds a bearer works. */
export const ACCESS_TOKEN_S = 600

/** A session that is not refreshed for this long ends. */
export const SESSION_MS = 30 * 24 * 3600_000

/** So many may be open for one account; of more, those that were not used for the longest time end. */
export const SESSIONS_MAX = 20

/** So long a browser that has signed in is known. Browsers keep no cookie for much longer. */
export const BROWSER_MS = 365 * 24 * 3600_000
export const BROWSERS_MAX = 50

/** For this long a used refresh token is forgiven: two tabs at once, or a lost answer. */
export const GRACE_MS = 10_000

type Presented = { used_at: Date | null; ended_at: Date | null; expires_at: Date }

/** Whether a refresh token that we know may be exchanged. */
export function judgeRefresh(token: Presented, now: Date): 'good' | 'ended' | 'reused' {
  if (token.ended_at !== null || token.expires_at <= now) return 'ended'
  if (token.used_at === null) return 'good'
  return now.getTime() - token.used_at.getTime() <= GRACE_MS ? 'good' : 'reused'
}

/** Every CHECK_MS the browser renews its bearer if that ends within RENEW_MS. */
export const CHECK_MS = 30_000
export const RENEW_MS = 90_000
/** How often a session that was lost with the network is sought. */
export const SEEK_MS = 5000
