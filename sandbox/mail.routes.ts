import type { FastifyInstance } from 'fastify'
import { BadInput } from './check.ts'
import type { Sandbox } from './context.ts'
import { guardControl } from './control.routes.ts'
import type { Mail } from './state.ts'

/** Content policy for shown mails: no scripts and no loaded files; links open in a new tab. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'"

/** Routes to read the mailbox, for scripts and tests on this machine. */
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
    const html =
      mail.html ?? `<pre style="white-space:pre-wrap">${mail.text.replace(/[&<]/g, entityOf)}</pre>`
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(withPictures(html, mail).replace(/<head>|^(?!.*<head>)/is, '$&<base target="_blank">'))
  })
  app.get<{ Params: { id: string; at: string } }>('/mail/:id/files/:at', async (request, reply) => {
    const { id, at } = request.params
    const file = mails.find((mail) => mail.id === id)?.files[Number(at)]
    if (!file) throw new BadInput('at: no such file', 404)
    return reply
      .type(file.type)
      .header(
        'content-disposition',
        `attachment; filename="${file.name.replace(/[^\w.-]+/g, '-')}"`,
      )
      .send(Buffer.from(file.content, 'base64'))
  })
}

/** Replaces references to attached pictures by the pictures' data. */
function withPictures(html: string, { files }: Mail): string {
  return html.replace(/\bcid:([^\s"'<>)]+)/g, (named, id: string) => {
    const file = files.find((one) => one.content_id === id && one.type.startsWith('image/'))
    return file ? `data:${file.type};base64,${file.content}` : named
  })
}

function entityOf(symbol: string): string {
  return symbol === '&' ? '&amp;' : '&lt;'
}
