/** Seconds for which a bearer is good. */
export const ACCESS_TOKEN_S = 600

/** A session ends when it was not refreshed for so long. */
export const SESSION_MS = 30 * 24 * 3600_000

/** For so long an old refresh token is forgiven: two tabs at once, or an answer that was lost. */
export const GRACE_MS = 10_000

type Presented = { used_at: Date | null; ended_at: Date | null; expires_at: Date }

/** What a refresh token that is known is good for. */
export function judgeRefresh(token: Presented, now: Date): 'good' | 'ended' | 'reused' {
  if (token.ended_at !== null || token.expires_at <= now) return 'ended'
  if (token.used_at === null) return 'good'
  return now.getTime() - token.used_at.getTime() <= GRACE_MS ? 'good' : 'reused'
}

/** The browser looks every CHECK_MS whether its bearer ends within RENEW_MS, and renews it then. */
export const CHECK_MS = 30_000
export const RENEW_MS = 90_000
