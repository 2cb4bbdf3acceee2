import type { FastifyRequest } from 'fastify'

/**
 * User agents of programs that load a link to show its preview or to index it: WhatsApp, Facebook
 * and iMessage (which names both Facebook and Twitter), Telegram, Slack, search engines. 'CUBOT' is
 * a brand of phones and no bot.
 */
const ROBOT =
  /(?<!cu)bot\b|crawler|spider|preview|externalhit|^WhatsApp\/|prerender|\bGoogle-|mediapartners/i

/** Headers with which a browser loads a page before its user opens it. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** Whether no person is behind the request: a preview, a search engine, a prefetch, or HEAD. */
export function isByRobot({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method === 'HEAD' || ROBOT.test(headers['user-agent'] ?? '')) return true
  return AHEAD.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
}
