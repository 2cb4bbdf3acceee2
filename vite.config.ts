import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const compress = promisify(brotliCompress)

/** Writes `x.js.br` beside `x.js`: compressed once, at the quality that is too slow per request. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.ssr ? '' : join(config.root, config.build.outDir, 'assets')
    },
    async writeBundle() {
      if (!folder) return
      for (const name of await readdir(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const bytes = await readFile(join(folder, name))
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }))
      }
    },
  }
}

const nothing = (...names: string[]) =>
  names.map((name) => `export function ${name}() {}`).join('\n')

/**
 * Parts of the router that no page here calls, and that nothing else would leave out: its
 * instrumentation, and what its framework fetches ahead of a click.
 */
const UNCALLED: Record<string, string> = {
  'router/instrumentation.js': nothing(
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
    'instrumentHandler',
    'instrumentationResultMetaContext',
  ),
  'dom/ssr/components.js': [
    "import { createContext } from 'react'",
    'export const FrameworkContext = createContext(undefined)',
    'export const usePrefetchBehavior = () => [false]',
    'export const mergeRefs = (ref) => ref',
    nothing(
      'Links',
      'Meta',
      'PrefetchPageLinks',
      'Scripts',
      'setIsHydrated',
      'useFrameworkContext',
    ),
    'export const CRITICAL_CSS_DATA_ATTRIBUTE = undefined',
  ].join('\n'),
}

/**
 * Next to nothing in their place, about 3 kB less for every visitor. A version of the router that
 * imports anything else from these files fails the build.
 */
function leaveOutUncalled(): Plugin {
  return {
    name: 'leave-out-uncalled',
    enforce: 'pre',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    load(id) {
      const [, code] =
        Object.entries(UNCALLED).find(([file]) =>
          id.endsWith(`/react-router/dist/production/lib/${file}`),
        ) ?? []
      // No style sheet is loaded with a page, and nothing ahead of it: an import is an import.
      return id === '\0vite/preload-helper.js'
        ? 'export const __vitePreload = (load) => load()'
        : code
    },
  }
}

/** For organizers and admins: no visitor loads any of it. */
const OFFICE = /\/src\/(.*\/)?office\//
/** The bundler's own, which nothing imports by name. */
const HELPERS = /rolldown\/runtime|vite\/preload-helper/
/** What is shown once somebody pays. */
const WAITING =
  /\/(waiting-for-payment|seconds-ring|phone-prompt|paying|order-calls|order-wait|asked-purchase|success-state)\./
/** The drawing of codes is for two pages. */
const CODES = /\/(qr-code|ticket-paper)\./

function isOfManyPages(id: string): boolean {
  return ![/node_modules/, CODES, WAITING].some((own) => own.test(id))
}

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Whether a page of the public site leads to this file. Screens of one room may be for both sides;
 * what only the back office imports must not come with what visitors load.
 */
function isForVisitors(id: string, modules: Modules): boolean {
  const seen = new Set<string>()
  const leadsToEntry = (at: string): boolean => {
    if (seen.has(at) || OFFICE.test(at)) return false
    seen.add(at)
    const info = modules.getModuleInfo(at)
    return !info || info.isEntry || [...info.importers, ...info.dynamicImporters].some(leadsToEntry)
  }
  return leadsToEntry(id)
}

/** Where most visits begin: each loads in one file what it shares with others, and nothing else. */
const FIRST_PAGES = ['event-page', 'home-page']

function sharedFile(id: string, modules: Modules): string {
  if (!isForVisitors(id, modules)) return 'office'
  const page = FIRST_PAGES.find((name) => isPartOf(`/pages/${name}.tsx`, id, modules))
  return page ? `for-${page}` : 'shared'
}

/** Whether a page comes with this file; what it loads later does not count. */
function isPartOf(page: string, id: string, modules: Modules): boolean {
  const seen = new Set<string>()
  const leadsToPage = (at: string): boolean => {
    if (seen.has(at)) return false
    seen.add(at)
    return at.endsWith(page) || (modules.getModuleInfo(at)?.importers ?? []).some(leadsToPage)
  }
  return leadsToPage(id)
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), react(), leaveOutUncalled(), precompress()],
  appType: 'custom',
  build: {
    manifest: !isSsrBuild,
    copyPublicDir: false,
    // It stands in each page: chunks that name a file of it would have it fetched once more.
    cssCodeSplit: false,
    // On both sides alike: the server names a style sheet by the hash of what is in it.
    cssMinify: true,
    cssTarget: 'es2022',
    target: isSsrBuild ? 'node22' : 'es2022',
    // The server names every file of a page; what a link loads later is one file, two at most.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: 'src/web/entry-client.tsx',
          // The router's words to developers; calls of nothing else bear these names.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          // What several pages share is one file: a page must not need ten requests.
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // All of it: what is left out of the group becomes a file that each page waits for.
                {
                  debugName: 'what every page needs',
                  name: (id, modules) =>
                    HELPERS.test(id) || isPartOf('/entry-client.tsx', id, modules) ? 'frame' : null,
                },
                { name: 'waiting', test: WAITING },
                {
                  debugName: 'shared or office',
                  name: sharedFile,
                  test: isOfManyPages,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
  },
  // The server bundle holds React in its production form, whatever NODE_ENV says when it runs.
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
}))
