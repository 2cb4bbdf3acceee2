import type { FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '../messages/twin.rules.ts'
import { AppError } from '../platform/errors.ts'
import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { languageOf } from './public-addresses.ts'
import { SERVER_PAGES } from './server-pages.text.ts'

export function isOverloaded(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.code === 'overloaded'
}

/**
 * Sends a busy page instead of rendering a page that would come too late. After a GET the busy page
 * reloads automatically. After a post it contains a form with the posted fields, so the visitor can
 * send them again with the same order id and cannot buy twice.
 */
export function answerBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  { retryAfter = 2 }: AppError,
): FastifyReply {
  const isPost = request.method === 'POST'
  const url = escapeHtml(request.url)
  const { language } = languageOf(request.url)
  const { busy, tryNow } = SERVER_PAGES
  return reply
    .code(503)
    .headers({ 'retry-after': retryAfter, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      [
        `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        isPost ? '' : `<meta http-equiv="refresh" content="${retryAfter}; url=${url}">`,
        `<title>${busy[language]} · Lango</title>`,
        `<style>${STYLE}</style><main><h1>${busy[language]}</h1>`,
        isPost ? sendAgain(request, url, language) : `<p>${loadsAgain(retryAfter, language)}</p>`,
        `${isPost ? '' : `<a href="${url}">${tryNow[language]}</a>`}</main>`,
      ].join(''),
    )
}

const STYLE = [
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#faf6f0;color:#1d1814}',
  'main{max-width:520px;margin:0 auto;padding:48px 24px}h1{font-size:28px;line-height:1.2}',
  'button{font:inherit;font-weight:700;border:0;border-radius:8px;padding:12px 24px;',
  'background:#b4430c;color:#fff;min-height:48px;width:100%}a{color:#b4430c}',
].join('')

const loadsAgain = (seconds: number, language: Language) =>
  fill(SERVER_PAGES.loadsAgain, language, { seconds })

/** A form with all posted fields, so that the visitor loses no input. */
function sendAgain({ body }: FastifyRequest, url: string, language: Language): string {
  const { kept, sendAgain: again } = SERVER_PAGES
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one) => {
      const [named, filled] = [escapeHtml(name), escapeHtml(String(one))]
      return `<input type="hidden" name="${named}" value="${filled}">`
    }),
  )
  return [
    `<p>${kept[language]}</p>`,
    `<form method="post" action="${url}">${fields.join('')}<button>${again[language]}</button></form>`,
  ].join('')
}
