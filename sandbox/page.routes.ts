import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Sandbox } from './context.ts'
import { guardControl, phoneView } from './control.routes.ts'
import { ANSWER_WITHIN_MS } from './prompts.ts'

const SCRIPTS = [
  ...['page', 'desk', 'dialler', 'element', 'inbox', 'mail', 'paybill', 'prompt'],
  ...['settings', 'store', 'ussd'],
]

const FILES: [path: string, file: string, type: string][] = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page/icon.svg', 'icon.svg', 'image/svg+xml'],
  ...['base', 'desk', 'screen', 'dial', 'mail'].map((name): [string, string, string] => [
    `/page/${name}.css`,
    `${name}.css`,
    'text/css; charset=utf-8',
  ]),
  ...SCRIPTS.map((name): [string, string, string] => [
    `/page/${name}.js`,
    `${name}.js`,
    'text/javascript; charset=utf-8',
  ]),
]

const MAX_RINGING = 5
const MAX_PHONES = 50
const MAX_MAILS = 30

function isMsisdn(text: string): boolean {
  return /^254[17]\d{8}$/.test(text)
}

function phoneCard(sandbox: Sandbox, msisdn: string) {
  const phone = sandbox.state.phone(msisdn)
  return {
    msisdn,
    balance_kes: phone.balance_kes,
    waiting: sandbox.prompts.onScreen(msisdn).length > 0,
    message_count: phone.messages.length,
  }
}

/**
 * Phones with an open prompt, the newest prompt last. They can include phones that are not on the
 * page.
 */
function ringing(sandbox: Sandbox): string[] {
  const found: string[] = []
  for (const [msisdn, prompt] of sandbox.state.openByMsisdn) {
    if (prompt.shown && sandbox.state.phone(msisdn).auto === null) found.push(msisdn)
  }
  return found.slice(-MAX_RINGING)
}

/** The latest MAX_MAILS mails, newest first, with the fields that the page shows. */
function mailCards(sandbox: Sandbox) {
  return sandbox.state.mails
    .slice(-MAX_MAILS)
    .reverse()
    .map(({ id, from, to, subject, at, files }) => {
      const loose = files.flatMap(({ name, content_id }, at) => (content_id ? [] : [{ name, at }]))
      return { id, from, to, subject, at, files: loose }
    })
}

function stateRoute(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: Record<string, unknown> }>('/page/state', async (request) => {
    const { phones, selected } = request.query
    const wanted = String(phones ?? '').split(',', MAX_PHONES)
    const chosen = String(selected ?? '')
    return {
      ussd_code: sandbox.options.ussdUrl ? sandbox.options.ussdCode : '',
      prompt_ms: sandbox.waits.scaled(ANSWER_WITHIN_MS),
      phones: wanted.filter(isMsisdn).map((msisdn) => phoneCard(sandbox, msisdn)),
      ringing: ringing(sandbox),
      mails: mailCards(sandbox),
      selected: isMsisdn(chosen)
        ? { ...phoneView(sandbox, chosen), auto: sandbox.state.phone(chosen).auto }
        : null,
    }
  })
}

/** The page with simulated phones, for people: static files, read once at the start. */
export function pageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  guardControl(app)
  for (const [path, file, type] of FILES) {
    const text = readFileSync(new URL(`page/${file}`, import.meta.url))
    app.get(path, (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'self'; frame-ancestors 'none'")
        .send(text),
    )
  }
  stateRoute(app, sandbox)
}
