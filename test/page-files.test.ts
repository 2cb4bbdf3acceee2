import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunksOf, type Manifest } from '../src/web/page-renderer.ts'
import { isScreen } from './tidy/rooms.ts'
import { readTree } from './tidy/tree.ts'

// Builds a small project with our vite.config.ts and our style sheets. Each source file leaves its
// own name in the built script, and a class in the built style sheet. The names and classes show
// which sources a built file contains.
const SHEETS = ['site.css', 'reset.css', 'tokens.css', 'office/office.css'].map(
  (name) => `src/ui/${name}`,
)
/** The files in which the build looks up the texts of pages. */
const WORDS = readdirSync(new URL('../src/messages', import.meta.url))
  .filter((name) => name.endsWith('.text.ts'))
  .map((name) => `src/messages/${name}`)
const OURS = [
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  ...SHEETS,
  'words',
  'src/ui/browser-floor.ts',
  ...WORDS,
  'src/messages/twin.rules.ts',
]

const ENTRY = 'src/web/entry-client.tsx'
/** The gate app's service worker, a separate entry of the build. */
const GATE_WORKER = 'src/checkin/gate/engine/keep-files.ts'
const FIRST = 'src/web/pages/first-page.tsx'
const SECOND = 'src/web/pages/second-page.tsx'
const THIRD = 'src/web/pages/third-page.tsx'
const LATE = 'src/plays/screens/late.tsx'
const OFFICE_ROUTER = 'src/web/layouts/office/office-router.tsx'

/** The files of the project with their imports. `later` lists files loaded by import(). */
const PLANTED: Record<string, { imports?: string[]; later?: string[]; className?: string }> = {
  [ENTRY]: { imports: ['src/ui/site.css', 'src/web/router.tsx'], later: [OFFICE_ROUTER] },
  'src/web/router.tsx': {
    later: [FIRST, SECOND, THIRD],
    imports: ['src/plays/screens/header.tsx'],
  },
  'src/plays/screens/header.tsx': {},
  [FIRST]: {
    imports: [
      'src/plays/screens/stage.ts',
      'src/plays/screens/seats.tsx',
      'src/plays/screens/balcony.tsx',
    ],
    later: [LATE],
  },
  [SECOND]: { imports: ['src/plays/screens/stage.ts', 'src/plays/screens/curtain.tsx'] },
  [THIRD]: { imports: ['src/plays/screens/balcony.tsx'] },
  'src/plays/screens/stage.ts': { className: 'mt-[101px] font-bold' },
  'src/plays/screens/seats.tsx': {},
  'src/plays/screens/balcony.tsx': {},
  'src/plays/screens/curtain.tsx': {},
  [LATE]: {
    imports: ['src/plays/screens/curtain.tsx'],
    className: 'mt-[102px]',
  },
  'src/plays/screens/stage.test.ts': { className: 'mt-[103px]' },
  [OFFICE_ROUTER]: {
    imports: ['src/ui/office/office.css?url'],
    later: ['src/web/pages/office/cast-page.tsx', 'src/web/pages/office/props-page.tsx'],
  },
  'src/web/pages/office/cast-page.tsx': {
    imports: [
      'src/plays/office/cupboard.ts',
      'src/plays/cast.rules.ts',
      'src/plays/screens/stage.ts',
    ],
  },
  'src/web/pages/office/props-page.tsx': {
    imports: ['src/plays/office/cupboard.ts', 'src/plays/cast.rules.ts'],
    className: 'mt-[106px]',
  },
  'src/plays/office/cupboard.ts': { className: 'mt-[104px]' },
  'src/plays/cast.rules.ts': { className: 'mt-[105px]' },
}

const root = new URL('../', import.meta.url).pathname
let folder: string
let manifest: Manifest
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lango-page-files-'))
  for (const path of OURS) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'scripts'), join(folder, 'scripts'))
  for (const path of Object.keys(PLANTED)) plant(path)
  execFileSync(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  manifest = JSON.parse(readFileSync(join(folder, 'dist/.vite/manifest.json'), 'utf8')) as Manifest
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function plant(path: string): void {
  const { imports = [], later = [], className = '' } = PLANTED[path]!
  const from = (target: string) =>
    JSON.stringify(`${'../'.repeat(path.split('/').length - 1)}${target}`)
  const lines = [
    ...imports.map(
      (target) => `import ${/\?url$/.test(target) ? 'sheet from ' : ''}${from(target)}`,
    ),
    `document.body.append(${JSON.stringify(`built from ${path}`)}, ${JSON.stringify(className)})`,
    ...(imports.some((target) => /\?url$/.test(target)) ? ['document.body.append(sheet)'] : []),
    ...later.map((target) => `addEventListener('click', () => import(${from(target)}))`),
  ]
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), lines.join('\n'))
}

const read = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8')

/** Returns the source files that these built files contain. */
function sourcesIn(files: string[]): string[] {
  const text = files.map(read).join('\n')
  return Object.keys(PLANTED).filter((path) => text.includes(`built from ${path}`))
}

/** Returns the built file of a source, without its content hash. */
function placeOf(path: string): string {
  const built = [...new Set(Object.values(manifest).map(({ file }) => file))]
  const places = built.filter((file) => /\.js$/.test(file) && sourcesIn([file]).includes(path))
  expect(places).toHaveLength(1)
  return basename(places[0]!).replace(/-[\da-f]{7}[\da-f]?\.js$/, '')
}

function sheetOf(name: string): string {
  const [sheet] = Object.values(manifest).filter(
    ({ file }) => file.includes(`/${name}-`) && /\.css$/.test(file),
  )
  return read(sheet!.file)
}

describe('a new file without any configuration', () => {
  test('a new file in screens/ used by one page comes with the page', () => {
    expect(placeOf('src/plays/screens/seats.tsx')).toBe('first-page')
  })

  test("a new file in screens/ used by several pages and the office comes with the first page, in a visitors' file", () => {
    expect(placeOf('src/plays/screens/balcony.tsx')).toBe('with-first-page')
    expect(placeOf('src/plays/screens/curtain.tsx')).toBe('with-second-page')
  })

  test('a new file in screens/ loaded by import() is a file that no page waits for', () => {
    expect(placeOf(LATE)).toBe('late')
    expect(sourcesIn(chunksOf(manifest, [ENTRY, FIRST]))).not.toContain(LATE)
  })

  test('a new file in screens/ used by both first pages comes with the entry', () => {
    expect(placeOf('src/plays/screens/stage.ts')).toBe('entry-client')
  })

  test('a new file in screens/ used by every page comes with the entry', () => {
    expect(placeOf('src/plays/screens/header.tsx')).toBe('entry-client')
  })

  test("a new file in office/, or used by the office only, is in no visitors' file", () => {
    expect(placeOf('src/plays/office/cupboard.ts')).toBe('office')
    expect(placeOf('src/plays/cast.rules.ts')).toBe('office')
    const visitors = sourcesIn(chunksOf(manifest, [ENTRY, FIRST, SECOND, LATE]))
    expect(visitors.filter((path) => /office|cast/.test(path))).toEqual([])
  })

  test("classes of a file in screens/ are in both sheets, of a file in office/ in the office's only", () => {
    const classes = (name: string) => [...new Set(sheetOf(name).match(/10\dpx/g))]
    expect(classes('style')).toEqual(['101px', '102px'])
    expect(classes('office')).toEqual(['101px', '102px', '104px', '106px'])
  })
})

test('the first page needs two files besides the entry: its own and the shared one', () => {
  expect(sourcesIn(chunksOf(manifest, [ENTRY, FIRST]))).toEqual([
    ENTRY,
    'src/web/router.tsx',
    'src/plays/screens/header.tsx',
    FIRST,
    'src/plays/screens/stage.ts',
    'src/plays/screens/seats.tsx',
    'src/plays/screens/balcony.tsx',
  ])
  expect(chunksOf(manifest, [ENTRY, FIRST])).toHaveLength(3)
})

describe('the repository', () => {
  const tree = readTree()

  test('vite.config.ts and the style sheets name no screen', () => {
    const texts = ['vite.config.ts', ...SHEETS].map((path) => tree.get(path)!)
    const screens = [...tree.keys()].filter(
      (path) =>
        (isScreen(path) || (/^src\/.*\.tsx$/.test(path) && path !== ENTRY)) && path !== GATE_WORKER,
    )
    const names = screens
      .map((path) => basename(path).split('.')[0]!)
      .filter((name) => name.includes('-'))
    expect(names.length).toBeGreaterThan(50)
    // Ignores names after a dot: a class in a style sheet may have the same name as a screen.
    const isIn = (text: string, name: string) =>
      new RegExp(`(?<![.\\w-])${name}(?![\\w-])`).test(text)
    expect(names.filter((name) => texts.some((text) => isIn(text, name)))).toEqual([])
  })

  test('no function in the tree has a name whose calls the build leaves out', () => {
    const own = [...tree].filter(
      ([path, text]) => /^src\/.*\.tsx?$/.test(path) && /\bwarn(ing|Once|ingOnce)\(/.test(text),
    )
    expect(own.map(([path]) => path)).toEqual([])
  })
})
