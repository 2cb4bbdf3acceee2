import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, loadConfigFromFile, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { chunksOf, type Manifest } from '../src/web/page-renderer.ts'

const ENTRY = 'src/web/entry-client.tsx'
const PAGES = ['event', 'home', 'success', 'help'].map((name) => `src/web/pages/${name}-page.tsx`)

/** Variants of the page build: as configured, or without one optimisation of vite.config.ts. */
const WITHOUT: Record<string, (config: UserConfig) => void> = {
  'as configured': () => {},
  'with router warnings': (config) => {
    config.build!.rolldownOptions!.treeshake = {}
  },
  'with preloading of style sheets': (config) => {
    delete config.define!.__VITE_IS_MODERN__
  },
  'files as the bundler splits them': (config) => {
    config.build!.rolldownOptions!.output = {}
  },
  'one shared file for visitors': (config) => {
    for (const group of groupsOf(config)) {
      const { name } = group
      if (typeof name !== 'function') continue
      group.name = (...file) => name(...file)?.replace(/^with-.*/, 'shared')
    }
  },
}

/**
 * Reports the sizes of a first visit's scripts and of each page's style sheet, for each variant in
 * `WITHOUT`.
 */
export async function bench(say: (line: string) => void): Promise<void> {
  process.env.NODE_ENV = 'production'
  say('Number of scripts: bytes, compressed with Brotli quality 11.\n')
  const names = PAGES.map((page) => page.replace(/^.*\/(\w+)-page.*/, '$1'))
  say(`| Build | ${names.join(' | ')} | Style sheet |`)
  say(`|---|${names.map(() => '--:|').join('')}--:|`)
  for (const [name, change] of Object.entries(WITHOUT)) {
    const folder = mkdtempSync(join(tmpdir(), 'lango-build-'))
    const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' })
    const config = loaded!.config
    config.plugins = pluginsOf(config).filter(({ name }) => name !== 'precompress')
    change(config)
    Object.assign(config.build!, { outDir: folder, emptyOutDir: true })
    await build({ ...config, configFile: false, logLevel: 'error' })
    say(`| ${name} | ${weigh(folder).join(' | ')} |`)
    rmSync(folder, { recursive: true })
  }
}

function groupsOf(config: UserConfig): Rolldown.CodeSplittingGroup[] {
  const { codeSplitting } = config.build!.rolldownOptions!.output as Rolldown.OutputOptions
  return typeof codeSplitting === 'object' ? codeSplitting.groups! : []
}

const pluginsOf = (config: UserConfig) => (config.plugins ?? []).flat(9) as Plugin[]

function weigh(folder: string): string[] {
  const text = readFileSync(join(folder, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Manifest
  const bytesOf = (file: string) => compressedBytes(join(folder, file))
  const pages = PAGES.map((page) => {
    const files = chunksOf(manifest, [ENTRY, page])
    return `${files.length}: ${files.reduce((sum, file) => sum + bytesOf(file), 0)}`
  })
  return [...pages, String(bytesOf(manifest['style.css']!.file))]
}

function compressedBytes(path: string): number {
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params }).length
}
