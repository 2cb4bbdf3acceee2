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
import { readFaceLicence, writeDisplayFace } from './scripts/display-face.ts'
import { quietRouter } from './scripts/quiet-router.ts'
import { smallStyles } from './scripts/small-styles.ts'
import { SCRIPT_TARGET, STYLE_TARGET } from './src/ui/browser-floor.ts'
import { speakSwahili } from './words/swahili.ts'

const compress = promisify(brotliCompress)

/**
 * Writes `x.js.br` next to `x.js`. The build compresses each file once, at a quality that would be
 * too slow for every request.
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
        await writeFile(join(folder, `${name}.br`), await smallest(bytes))
      }
    },
  }
}

/**
 * Compresses with several sizes of block (0: chosen by Brotli), and returns the smallest result. The
 * best size differs from build to build by up to 0.1 kB for the entry file.
 */
async function smallest(bytes: Buffer): Promise<Buffer> {
  const results = await Promise.all(
    [0, 16, 17, 19].map((block) =>
      compress(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_LGBLOCK]: block,
        },
      }),
    ),
  )
  return results.reduce((best, one) => (one.length < best.length ? one : best))
}

/**
 * Takes Vite's wrapper off the imports of files: it would preload style sheets, and our files have
 * none. This saves 0.1 kB of each page.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replace(/[\w$]+\(\(\)=>(import\(`[^`]+`\)),\[\]\)/g, '$1')
        }
      },
    },
  }
}

/** Makes the style sheet of the public pages smaller, which saves 0.2 kB of each page. */
function plainStyles(): Plugin {
  return {
    name: 'plain-styles',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !/style-\w+\.css$/.test(file.fileName)) continue
          file.source = smallStyles(String(file.source))
        }
      },
    },
  }
}

/** Cuts the display face that site.css names, and ships the text of its licence. */
function displayFace(): Plugin {
  return {
    name: 'display-face',
    config: async () => {
      const file = resolve(import.meta.dirname, 'dist/face/lango-display.woff2')
      await writeDisplayFace(file)
      return { resolve: { alias: { '@lango-display.woff2': file } } }
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', name: 'figtree-licence.txt', source: await readFaceLicence() })
    },
  }
}

const ENTRY = 'src/web/entry-client.tsx'

/** Whether a file belongs to the back office, which visitors never load. */
function isOffice(id: string): boolean {
  return /^src\/(.*\/)?office\//.test(normalizePath(relative(import.meta.dirname, id)))
}

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>
/**
 * A set of modules that are loaded together: the entry, a page or a dynamic import, with all its
 * static imports. `name` is the file name of its first module.
 */
type Part = { name: string; files: Set<string> }

/**
 * All parts that visitors may load: the entry, the pages in the order of router.tsx, then their
 * dynamic imports.
 */
function listParts(modules: Modules): Part[] {
  const parts: Part[] = []
  const starts = new Set([normalizePath(resolve(import.meta.dirname, ENTRY))])
  // Both sets grow during these loops, and the loops visit the added elements too.
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
 * Groups modules into files. The entry's modules, and modules that both of the first two pages in
 * router.tsx need, go into the file `frame`, which every page loads. Any other module that several
 * parts share goes into a file named after the first of these parts. So each of the first two pages
 * needs only one more shared file, which contains no unused code, and no file has to wait for
 * another. Modules that only office pages share go into one file. The bundler puts each remaining
 * module into the file of the only part that imports it.
 */
function groupSources(): Rolldown.CodeSplittingGroup[] {
  let parts: Part[] | undefined
  // '\0' marks the bundler's own modules. No source imports them by name, so they belong to every
  // page.
  const isForAll = (id: string, modules: Modules) => {
    parts ??= listParts(modules)
    const [inEntry, inFirst, inSecond] = parts.map(({ files }) => files.has(id))
    return id.startsWith('\0') || inEntry || (inFirst && inSecond)
  }
  return [
    {
      debugName: 'every page',
      name: (id, modules) => (isForAll(id, modules) ? 'frame' : null),
    },
    {
      debugName: 'several parts',
      name: (id) => {
        const first = parts?.find(({ files }) => files.has(id))
        return first ? `with-${first.name}` : 'office'
      },
      minShareCount: 2,
    },
  ]
}

/**
 * The gate app is built separately (`--mode gate`), so that visitors never load it. Its own base
 * path limits the scope of its service worker.
 */
const gateApp: UserConfig = {
  plugins: [tailwindcss(), react({ jsxImportSource: '#jsx' }), precompress()],
  appType: 'custom',
  base: '/gate/',
  // A classic script, because Firefox has module workers only since version 114.
  worker: { format: 'iife' },
  build: {
    manifest: true,
    copyPublicDir: false,
    cssCodeSplit: false,
    cssMinify: true,
    cssTarget: STYLE_TARGET,
    target: SCRIPT_TARGET,
    modulePreload: false,
    rolldownOptions: {
      input: {
        app: 'src/checkin/gate/screens/entry.tsx',
        worker: 'src/checkin/gate/engine/keep-files.ts',
      },
      output: {
        // The worker's name must not change, because browsers fetch that name to look for updates.
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
    displayFace(),
    tailwindcss(),
    react({ jsxImportSource: '#jsx' }),
    plainImports(),
    quietRouter(),
    plainStyles(),
    precompress(),
  ],
  appType: 'custom',
  build: {
    manifest: !isSsrBuild,
    copyPublicDir: false,
    // Each page contains the whole style sheet, so chunks must load no CSS.
    cssCodeSplit: false,
    // Both builds minify styles in the same way, because the server names a style sheet by a hash
    // of its content.
    cssMinify: true,
    cssTarget: STYLE_TARGET,
    target: isSsrBuild ? 'node22' : SCRIPT_TARGET,
    // No preload helper: the server lists all files of a page, and a click on a link loads at most
    // two more files.
    modulePreload: false,
    // Both builds write hashes with the same digits: the pages that the server build renders link
    // to style sheets of the browser build.
    rolldownOptions: isSsrBuild
      ? { output: { hashCharacters: 'hex' } }
      : {
          input: ENTRY,
          // Leaves out the router's warnings for developers, which saves 1.2 kB. None of our
          // functions has these names.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: groupSources() },
            // Hashes are seven hex digits, because every page lists all files that it may load, and
            // random letters compress badly.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            hashCharacters: 'hex',
          },
        },
  },
  // The server bundle has the production build of React, also if NODE_ENV is different at run time.
  ...(command === 'build' && {
    define: {
      'process.env.NODE_ENV': '"production"',
      // Leaves out the code that preloads style sheets of chunks, which saves 0.4 kB. Our chunks
      // have none.
      ...(!isSsrBuild && { __VITE_IS_MODERN__: 'false' }),
    },
    ssr: { noExternal: true as const },
  }),
})
