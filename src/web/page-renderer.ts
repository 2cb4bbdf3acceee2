import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import type { App } from '../platform/http/http.ts'
import type { PageAssets } from './document.ts'
import type { RenderContext, RenderedPage } from './entry-server.tsx'
import type { GateFiles } from './gate-document.ts'
import { gateSources } from './gate-files.ts'
import { languageOf } from './public-addresses.ts'

type Pages = {
  render: (request: Request, context: RenderContext) => Promise<RenderedPage | Response>
  methodsAt: (path: string) => Promise<string[]>
}

type PageModules = Pick<RenderedPage, 'modules' | 'language'>

/** Renders pages, either from the build or in development from the sources. */
export type PageRenderer = Pages & {
  /** The folders with the built files. Empty in development, where Vite serves the files. */
  files: string[]
  assets: (page: PageModules) => Promise<PageAssets>
  gate?: GateFiles
}

/** Renders each address with the build of its language. Serves the files of both builds. */
export function inEachLanguage(english: PageRenderer, swahili: PageRenderer): PageRenderer {
  const of = (path: string) => (languageOf(path).language === 'sw' ? swahili : english)
  return {
    ...english,
    render: (request, context) => of(new URL(request.url).pathname).render(request, context),
    methodsAt: (path) => of(path).methodsAt(path),
    assets: (page) => (page.language === 'sw' ? swahili : english).assets(page),
    files: [...english.files, ...swahili.files],
  }
}

type Chunk = { file: string; imports?: string[] }
export type Manifest = Record<string, Chunk>

const ENTRY = 'src/web/entry-client.tsx'
/** The style sheet, which is built into a single file. */
const STYLE = 'style.css'

export async function builtRenderer(dist: string): Promise<PageRenderer> {
  const manifestPath = resolve(dist, 'client/.vite/manifest.json')
  const serverPath = resolve(dist, 'server/entry-server.js')
  if (!existsSync(manifestPath) || !existsSync(serverPath)) {
    throw new Error(`The pages are not built: ${dist} is missing or incomplete. Run npm start.`)
  }
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  const { render, methodsAt } = (await import(pathToFileURL(serverPath).href)) as Pages
  const css = readFileSync(resolve(dist, 'client', manifest[STYLE]!.file), 'utf8')
  const face = preloadFace(css)
  const assets = async ({ modules }: PageModules): Promise<PageAssets> => {
    const entry = manifest[ENTRY]!.file
    const files = chunksOf(manifest, [ENTRY, ...modules]).filter((file) => file !== entry)
    return { css, extraHead: face, entry: `/${entry}`, preload: files.map((file) => `/${file}`) }
  }
  return { render, methodsAt, assets, files: [resolve(dist, 'client/assets')] }
}

/** Preloads the display face: an optional face is not shown if it arrives after the first paint. */
function preloadFace(css: string): string {
  const [, file] = /url\(['"]?(\/assets\/[^)'"]+\.woff2)/.exec(css) ?? []
  return file ? `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin>` : ''
}

/**
 * The built files that these source files need, without duplicates. A page lists all of them, so
 * that the browser loads them in parallel.
 */
export function chunksOf(manifest: Manifest, sources: string[]): string[] {
  const seen = new Set<string>()
  const visit = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || seen.has(source)) return
    seen.add(source)
    chunk.imports?.forEach(visit)
  }
  sources.forEach(visit)
  return [...seen].map((source) => manifest[source]!.file)
}

/** Registers Vite in front of every route: it serves the sources, and reloads changed files. */
export async function developmentRenderer(app: App): Promise<PageRenderer> {
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, done)
  })
  // Fastify waits for open connections after preClose, and an open tab keeps its connection to
  // Vite, so close Vite first.
  app.addHook('preClose', () => vite.close())
  const pages = () => vite.ssrLoadModule('/src/web/entry-server.tsx') as Promise<Pages>
  const assets = async (): Promise<PageAssets> => ({
    css: '',
    extraHead: await developmentHead(vite),
    entry: `/${ENTRY}`,
    preload: [],
  })
  return {
    render: async (request, context) => (await pages()).render(request, context),
    methodsAt: async (path) => (await pages()).methodsAt(path),
    assets,
    files: [],
    gate: gateSources(await developmentScripts(vite)),
  }
}

/** Vite's own scripts, and a link to the style sheet, so that the first paint is styled. */
async function developmentHead(vite: ViteDevServer): Promise<string> {
  return `${await developmentScripts(vite)}<link rel="stylesheet" href="/src/ui/site.css">`
}

async function developmentScripts(vite: ViteDevServer): Promise<string> {
  const shell = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return shell.slice(shell.indexOf('<head>') + 6, shell.indexOf('</head>'))
}
