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

/** Writes `x.js.br` beside `x.js`: compressed once, at the quality that is too slow per request. */
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

/** For organizers and admins: no visitor loads any of it. */
function isOffice(id: string): boolean {
  return /^src\/(.*\/)?office\//.test(normalizePath(relative(import.meta.dirname, id)))
}

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>
/** What is loaded at once: the entry, a page, or what a page imports later. */
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
 * Which of the browser's files a source goes into, by imports and folders alone. What every page
 * needs comes with the entry. What several parts share is in the file of the first of them: so the
 * first page in router.tsx needs one such file and the second two at most, without a line that they
 * have no use for, and no two files wait for each other. What several pages of the office share and
 * no visitor needs is in one file. All else is left to the bundler: it stays with the one part that
 * imports it.
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
 * The stewards' app is no page of the shop: it is built by itself (`--mode gate`), so that none of it
 * is in a visitor's files, and served under its own address, which is the reach of its worker.
 */
const gateApp: UserConfig = {
  plugins: [tailwindcss(), react(), precompress()],
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
        // The worker's name cannot change: the browser asks for it anew and compares.
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
  plugins: [...(mode === 'sw' ? [speakSwahili()] : []), tailwindcss(), react(), precompress()],
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
          input: ENTRY,
          // Leaves out the router's warnings to developers: 1.2 kB. No function of ours has these names.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: groupSources() },
          },
        },
  },
  // The server bundle holds React in its production form, whatever NODE_ENV says when it runs.
  ...(command === 'build' && {
    define: {
      'process.env.NODE_ENV': '"production"',
      // Leaves out the code that preloads a chunk's style sheets: 0.4 kB. No chunk here has one.
      ...(!isSsrBuild && { __VITE_IS_MODERN__: 'false' }),
    },
    ssr: { noExternal: true as const },
  }),
})
