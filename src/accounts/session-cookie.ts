import type { Deps } from '../platform/deps.ts'

/** Browsers accept a __Host- cookie over https only, and send it to this host only. */
export function sessionCookie({ env }: Pick<Deps, 'env'>) {
  const secure = env.publicOrigin.startsWith('https:')
  return { secure, name: secure ? '__Host-lango_session' : 'lango_session' }
}
