import type { Settings } from '../settings.ts'

/** Shared by routes and `parser-errors.ts`, which writes to the bare socket. */
export function securityHeaders(
  env: Pick<Settings, 'publicOrigin' | 'development'>,
  scriptHashes: string[],
): Record<string, string> {
  const secure = env.publicOrigin.startsWith('https:')
  return {
    // In development Vite adds many inline scripts.
    ...(!env.development && { 'content-security-policy': contentPolicy(scriptHashes) }),
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    // With no-referrer, browsers would send `Origin: null` on plain form posts, and the posts would
    // be refused.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // Older browsers need this header, because they do not support frame-ancestors.
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    // Switches off a filter of old browsers that attackers could abuse.
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
