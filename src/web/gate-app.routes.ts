import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { App } from '../platform/http/http.ts'
import { route } from '../platform/http/http.ts'
import { beforeOf, registerAssetRoutes } from './assets.routes.ts'
import { GATE_MANIFEST, type GateFiles, writeGateDocument } from './gate-document.ts'

const ICONS = ['icon-192.png', 'icon-512.png', 'icon-mask-512.png']

/** Serves the files of the gate app. The app calls the API for its data. */
export async function registerGateApp(app: App, files: GateFiles): Promise<void> {
  const html = writeGateDocument(files)
  serve(app, '/gate', (url, reply) => {
    // The browser keeps the part after '#', the pairing code, across the redirect.
    if (!/^\/gate\/(\?|$)/.test(url)) return reply.redirect('/gate/', 308)
    return reply.type('text/html; charset=utf-8').send(html)
  })
  serve(app, '/gate/manifest.webmanifest', (_url, reply) =>
    reply.type('application/manifest+json').send(JSON.stringify(GATE_MANIFEST)),
  )
  for (const name of ICONS) {
    const bytes = readFileSync(join(import.meta.dirname, 'gate', name))
    serve(app, `/gate/${name}`, (_url, reply) => reply.type('image/png').send(bytes))
  }
  if (files.folder === null) return
  const worker = readWorker(files.folder, files.version)
  serve(app, '/gate/worker.js', (_url, reply) =>
    reply.type('text/javascript; charset=utf-8').send(worker),
  )
  const before = beforeOf(join(files.folder, '..'), 'gate/assets')
  await registerAssetRoutes(app, [before, join(files.folder, 'assets')], {
    url: '/gate/assets/:name',
    before: allowWasm,
  })
}

type Answer = (url: string, reply: FastifyReply) => FastifyReply

function serve(app: App, url: string, answer: Answer): void {
  route(app, {
    method: 'GET',
    url,
    access: 'public',
    isPage: true,
    handler: async (request, reply) => {
      allowWasm(reply)
      reply.header('cache-control', 'no-cache')
      return answer(request.raw.url ?? '', reply)
    },
  })
}

/**
 * Allows WebAssembly for the gate app's files. If a phone's browser cannot decode QR codes, the app
 * decodes them with WebAssembly. No other page allows it.
 */
function allowWasm(reply: FastifyReply): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  const wider = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
  reply.header('content-security-policy', wider)
}

/**
 * The service worker's source with the app's version in front, so that its text changes with any
 * file of the app. Browsers compare this text to find out whether a newer version exists.
 */
function readWorker(folder: string, version: string): string {
  const names = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|css)$/.test(name))
  const others = [...ICONS, 'manifest.webmanifest'].map((name) => `/gate/${name}`)
  const paths = ['/gate/', ...names.map((name) => `/gate/assets/${name}`), ...others]
  const known = `const GATE_VERSION=${JSON.stringify(version)},GATE_FILES=${JSON.stringify(paths)};`
  return `${known}\n${readFileSync(join(folder, 'worker.js'), 'utf8')}`
}
