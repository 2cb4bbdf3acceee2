import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { escapeHtml } from '../platform/escape-html.rules.ts'

export function isOverloaded(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.code === 'overloaded'
}

/**
 * For a page that would be rendered too late, without rendering anything. A page that was asked for
 * asks again by itself; what was posted stays in it, and is sent again by a button: with the same
 * order's id, so nothing is bought twice.
 */
export function answerBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  { retryAfter = 2 }: AppError,
): FastifyReply {
  const isPost = request.method === 'POST'
  const url = escapeHtml(request.url)
  return reply
    .code(503)
    .headers({ 'retry-after': retryAfter, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        isPost ? '' : `<meta http-equiv="refresh" content="${retryAfter}; url=${url}">`,
        '<title>Many people are here right now · Lango</title>',
        `<style>${STYLE}</style><main><h1>Many people are here right now</h1>`,
        isPost ? sendAgain(request, url) : `<p>${loadsAgain(retryAfter)}</p>`,
        `${isPost ? '' : `<a href="${url}">Try now</a>`}</main>`,
      ].join(''),
    )
}

const STYLE = [
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#faf6f0;color:#1d1814}',
  'main{max-width:520px;margin:0 auto;padding:48px 24px}h1{font-size:28px;line-height:1.2}',
  'button{font:inherit;font-weight:700;border:0;border-radius:8px;padding:12px 24px;',
  'background:#b4430c;color:#fff;min-height:48px;width:100%}a{color:#b4430c}',
].join('')

const loadsAgain = (seconds: number) =>
  `This page loads again by itself in ${seconds} seconds. Nothing was charged.`

/** As it was posted: what stood in the form is not lost. */
function sendAgain({ body }: FastifyRequest, url: string): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one) => {
      const [named, filled] = [escapeHtml(name), escapeHtml(String(one))]
      return `<input type="hidden" name="${named}" value="${filled}">`
    }),
  )
  return [
    '<p>What you entered is kept, and nothing was charged. Wait a few seconds, then send it again.</p>',
    `<form method="post" action="${url}">${fields.join('')}<button>Send again</button></form>`,
  ].join('')
}
