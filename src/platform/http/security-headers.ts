import type { Settings } from '../settings.ts'

/**
 * What every answer carries, also those that no route wrote. They are the same for all, so that one
 * list serves replies and the bare socket (parser-errors.ts) alike.
 */
export function securityHeaders(
  env: Pick<Settings, 'publicOrigin' | 'development'>,
  scriptHashes: string[],
): Record<string, string> {
  const secure = env.publicOrigin.startsWith('https:')
  return {
    // Vite's scripts in development are many and inline.
    ...(!env.development && { 'content-security-policy': contentPolicy(scriptHashes) }),
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    // With no-referrer browsers send `Origin: null` on plain form posts.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // Older browsers know this and not frame-ancestors.
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    // The filters that this switches off could be made to open holes.
    'x-xss-protection': '0',
  }
}

function contentPolicy(scriptHashes: string[]): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
}
