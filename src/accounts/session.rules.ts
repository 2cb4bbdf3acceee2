/** Seconds for which a bearer works. */
export const ACCESS_TOKEN_S = 600

/** A session that is not refreshed for this long ends. */
export const SESSION_MS = 30 * 24 * 3600_000

/**
 * Maximum number of open sessions per account. A further sign-in ends the sessions that were unused
 * for longest.
 */
export const SESSIONS_MAX = 20

/**
 * The time for which a browser that has signed in stays known. Browsers keep cookies not much
 * longer than a year.
 */
export const BROWSER_MS = 365 * 24 * 3600_000
export const BROWSERS_MAX = 50

/**
 * The time in which a used refresh token is still accepted: two tabs may use it at the same time,
 * or a response may be lost.
 */
const GRACE_MS = 10_000

/** A challenge ends after CHALLENGE_MS, or after WRONG_CODES_MAX wrong codes. */
export const CHALLENGE_MS = 10 * 60_000
export const WRONG_CODES_MAX = 5

/**
 * The time for setting up a second factor after a change of a team means that the account needs
 * one. Sessions without a factor then end. An email names the end of this time.
 */
export const FACTOR_GRACE_MS = 24 * 3600_000

/**
 * Whether the account can sign in only with a second factor. If the setting is 'required', this is
 * true for admins and for approvers of payouts.
 */
export function needsFactor(
  { secondFactor }: { secondFactor: 'required' | 'offered' },
  { role, approvesMoney }: { role: string; approvesMoney: boolean },
): boolean {
  return secondFactor === 'required' && (role === 'admin' || approvesMoney)
}

type RefreshTokenState = { used_at: Date | null; ended_at: Date | null; expires_at: Date }

/** Judges whether a stored refresh token may be exchanged. */
export function judgeRefresh(token: RefreshTokenState, now: Date): 'good' | 'ended' | 'reused' {
  if (token.ended_at !== null || token.expires_at <= now) return 'ended'
  if (token.used_at === null) return 'good'
  return now.getTime() - token.used_at.getTime() <= GRACE_MS ? 'good' : 'reused'
}

/** Every CHECK_MS the browser renews a bearer that ends within RENEW_MS. */
export const CHECK_MS = 30_000
export const RENEW_MS = 90_000
/** The interval in which a session that was lost with the network is retried. */
export const RETRY_LOST_MS = 5000
