import type { FastifyInstance } from 'fastify'
import { BadInput } from './check.ts'
import type { Sandbox } from './context.ts'
import { guardControl } from './control.routes.ts'

/** Nothing in a mail runs or loads anything; a link opens in a tab of its own. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'"

/** The mailbox, for people's scripts and for tests on this machine. */
export function mailRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { mails } = sandbox.state
  guardControl(app)
  app.get<{ Querystring: { to?: unknown } }>('/mail', async (request) => {
    const { to } = request.query
    if (to === undefined) return mails
    if (typeof to !== 'string') throw new BadInput('to: must be one address')
    const wanted = to.trim().toLowerCase()
    return mails.filter((mail) => mail.to.toLowerCase() === wanted)
  })
  app.get<{ Params: { id: string } }>('/mail/:id/html', async (request, reply) => {
    const mail = mails.find(({ id }) => id === request.params.id)
    if (!mail) throw new BadInput('id: no such mail', 404)
    const html = mail.html ?? `<pre>${mail.text.replace(/[&<]/g, entityOf)}</pre>`
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(html.replace(/<head>|^(?!.*<head>)/is, '$&<base target="_blank">'))
  })
}

function entityOf(symbol: string): string {
  return symbol === '&' ? '&amp;' : '&lt;'
}
