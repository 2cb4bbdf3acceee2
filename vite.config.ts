import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, parse, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  type ConfigEnv,
  defineConfig,
  normalizePath,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite'
import { speakSwahili } from './words/swahili.ts'

const compress = promisify(brotliCompress)

/**
 * Writes `x.js.br` next to `x.js`, compressed once at a quality that is too slow to use per
 * request.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    async writeBundle({ dir }) {
      const folder = join(dir!, 'assets')
      for (const name of await readdir(folder)) {
        if (!/\.(js|css|svg|wasm)$/.test(name)) continue
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

const ENTRY = 'src/web/entry-client.tsx'

/** Files for organizers and admins, which no visitor loads. */
function isOffice(id: string): boolean {
  return /^src\/(.*\/)?office\//.test(normalizePath(relative(import.meta.dirname, id)))
}

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>
/** A unit of loading: the entry, a page, or a later import of a page. */
type Part = { name: string; files: Set<string> }

/** All that visitors may load: the entry, the pages as router.tsx lists them, then the rest. */
function listParts(modules: Modules): Part[] {
  const parts: Part[] = []
  const starts = new Set([normalizePath(resolve(import.meta.dirname, ENTRY))])
  // Both sets grow while they are gone through.
  for (const start of starts) {
    const files = new Set([start])
    for (const file of files) {
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(file) ?? {}
      for (const id of importedIds) if (!isOffice(id)) files.add(id)
      for (const id of dynamicallyImportedIds) if (!isOffice(id)) starts.add(id)
    }
    parts.push({ name: parse(start).name, files })
  }
  return parts
}

/**
 * Groups sources into the browser's files by their imports and folders. Sources that every page
 * needs are in the entry. Sources that several parts share are in the file of the first of these
 * parts. So the first page in router.tsx needs one shared file and the second at most two, without
 * unused code, and files never wait for each other. Sources that several office pages share and no
 * visitor needs are in one file. The bundler places the rest with the one part that imports it.
 */
function groupSources(): Rolldown.CodeSplittingGroup[] {
  let parts: Part[] | undefined
  const firstWith = (id: string, modules: Modules) => {
    parts ??= listParts(modules)
    return parts.findIndex(({ files }) => files.has(id))
  }
  // The bundler's own, which nothing imports by name, has no file.
  const isForAll = (id: string, modules: Modules) =>
    id.startsWith('\0') || firstWith(id, modules) === 0
  return [
    {
      debugName: 'what every page needs',
      name: (id, modules) => (isForAll(id, modules) ? 'frame' : null),
    },
    {
      debugName: 'what several need',
      name: (id, modules) => {
        const first = parts?.[firstWith(id, modules)]
        return first ? `with-${first.name}` : 'office'
      },
      minShareCount: 2,
    },
  ]
}

/**
 * The stewards' app is built separately (`--mode gate`), so that no visitor loads it. Its own
 * address limits its service worker.
 */
const gateApp: UserConfig = {
  plugins: [tailwindcss(), react({ jsxImportSource: '#jsx' }), precompress()],
  appType: 'custom',
  base: '/gate/',
  worker: { format: 'es' },
  build: {
    manifest: true,
    copyPublicDir: false,
    cssCodeSplit: false,
    cssMinify: true,
    cssTarget: 'es2022',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: {
        app: 'src/checkin/gate/screens/entry.tsx',
        worker: 'src/checkin/gate/engine/keep-files.ts',
      },
      output: {
        // The worker's name cannot change, because the browser fetches that name to look for
        // updates.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
}

export default defineConfig(({ command, isSsrBuild, mode }) =>
  mode === 'gate' ? gateApp : pages({ command, isSsrBuild, mode }),
)

const pages = ({ command, isSsrBuild, mode }: ConfigEnv): UserConfig => ({
  plugins: [
    ...(mode === 'sw' ? [speakSwahili()] : []),
    tailwindcss(),
    react({ jsxImportSource: '#jsx' }),
    precompress(),
  ],
  appType: 'custom',
  build: {
    manifest: !isSsrBuild,
    copyPublicDir: false,
    // The style sheet is inside each page. With split CSS, chunks would fetch it again.
    cssCodeSplit: false,
    // On both sides, because the server names a style sheet by the hash of its content.
    cssMinify: true,
    cssTarget: 'es2022',
    target: isSsrBuild ? 'node22' : 'es2022',
    // The server names every file of a page; what a link loads later is one file, two at most.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ENTRY,
          // Leaves out the router's warnings to developers: 1.2 kB. No function of ours has these names.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: groupSources() },
          },
        },
  },
  // The server bundle always has the production build of React, whatever NODE_ENV is at run time.
  ...(command === 'build' && {
    define: {
      'process.env.NODE_ENV': '"production"',
      // Leaves out the code that preloads a chunk's style sheets: 0.4 kB. No chunk here has one.
      ...(!isSsrBuild && { __VITE_IS_MODERN__: 'false' }),
    },
    ssr: { noExternal: true as const },
  }),
})
