import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { pathPrefix } from '../platform/values/language.rules.ts'
import { TICKET_APP } from './server-pages.text.ts'

const ICONS = ['icon-192.png', 'icon-512.png', 'icon-mask-512.png']

/**
 * Lets a browser install a ticket's page on the home screen. The installed page opens without a
 * network.
 */
export function registerTicketApp(app: App): void {
  for (const language of ['en', 'sw'] as const) {
    route(app, {
      method: 'GET',
      url: `${pathPrefix(language)}/t/:ticketNumber/app.webmanifest`,
      access: 'public',
      isPage: true,
      schema: { params: Type.Object({ ticketNumber: Type.String({ maxLength: 100 }) }) },
      handler: async (request, reply) => {
        const { ticketNumber } = request.params
        if (!/^[0-9A-Z]{16}$/.test(ticketNumber)) throw new AppError('not_found')
        return reply
          .type('application/manifest+json')
          .header('cache-control', 'no-cache')
          .send(JSON.stringify(manifestOf(ticketNumber, language)))
      },
    })
  }
  for (const name of ICONS) {
    const bytes = readFileSync(join(import.meta.dirname, 'ticket-app', name))
    route(app, {
      method: 'GET',
      url: `/t/${name}`,
      access: 'public',
      isPage: true,
      handler: async (_request, reply) =>
        reply.type('image/png').header('cache-control', 'public, max-age=86400').send(bytes),
    })
  }
}

/**
 * The manifest that makes each ticket a separate app, so that several tickets can be installed.
 * Does not look up the ticket, because the ticket's page shows whether the ticket exists.
 */
function manifestOf(number: string, language: Language) {
  const reach = `${pathPrefix(language)}/t/`
  const name = `${TICKET_APP.name[language]} ${number.slice(-4)}`
  return {
    id: reach + number,
    name: `${name} · Lango`,
    short_name: name,
    lang: language,
    start_url: reach + number,
    scope: reach,
    display: 'standalone',
    background_color: '#faf6f0',
    theme_color: '#faf6f0',
    icons: [
      { src: '/t/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/t/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/t/icon-mask-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
