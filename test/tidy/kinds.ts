// Rules about the kinds of files, their names, and the content of each kind.
import { isInnerRoom } from './inner-rooms.ts'
import {
  ENV,
  folderOf,
  PROVIDER_FOLDERS,
  ROOMS,
  SCREEN_FOLDERS,
  sectionOf,
  WIRING,
} from './rooms.ts'
import { at, type Files, nameOf, type Rule, type Source, type Violation } from './source.ts'

const KEBAB = '[a-z0-9]+(-[a-z0-9]+)*'
const SUFFIX = '(contract|routes|rules|sql|job|text)'
const TEST = `(\\.${SUFFIX})?(\\.race)?\\.test\\.tsx?`
const IN_ROOM = new RegExp(`^(README\\.md|${KEBAB}(\\.${SUFFIX}\\.ts|${TEST}|\\.ts))$`)
const IN_SCREENS = new RegExp(`^${KEBAB}(\\.tsx?|\\.test\\.tsx?)$`)
const IN_WEB = new RegExp(
  `^(${KEBAB}/)*(README\\.md|${KEBAB}(\\.${SUFFIX}|\\.race|\\.test|\\.d)*\\.\\w+)$`,
)
const IN_ADAPTER = new RegExp(`^(README\\.md|${KEBAB}(\\.${SUFFIX}|\\.race|\\.test)*\\.\\w+)$`)

export function checkPaths(files: Files): Violation[] {
  return [...files.keys()].flatMap((path) => {
    const place = placeFault(path, files)
    const name = nameFault(path)
    return [
      ...(place ? [whole(path, 'file-kind', place)] : []),
      ...(name ? [whole(path, 'name', name)] : []),
    ]
  })
}

function whole(path: string, rule: Rule, message: string): Violation {
  return { rule, path, line: 1, message }
}

function placeFault(path: string, files: Files): string | null {
  if (!path.startsWith('src/')) return null
  const folder = folderOf(path)
  if (folder === null) {
    const isKnown = [...WIRING, ENV].includes(path) || path.endsWith('.d.ts')
    return isKnown ? null : 'src/ itself holds main, env, app and worker: move this into a room.'
  }
  const rest = path.slice(`src/${folder}/`.length)
  if (folder === 'web' || folder === 'ui') {
    return IN_WEB.test(rest) ? null : `Name files in ${folder} in kebab-case.`
  }
  if (!ROOMS.includes(folder)) {
    return `${folder} is not a room: move this into one, or add the room to test/tidy/rooms.ts.`
  }
  if (!rest.includes('/')) return IN_ROOM.test(rest) ? null : kindAdvice()
  const inner = rest.slice(0, rest.lastIndexOf('/'))
  const file = rest.slice(inner.length + 1)
  const isListed = isInnerRoom(folder, inner, files)
  if (SCREEN_FOLDERS.includes(inner) || (isListed && inner.startsWith('gate/'))) {
    return IN_SCREENS.test(file) ? null : `${inner}/ holds kebab-case .tsx and .ts files.`
  }
  const isAdapter = PROVIDER_FOLDERS.includes(`${folder}/${inner}`)
  if (isListed && !isAdapter) return IN_ROOM.test(file) ? null : kindAdvice()
  if (!isAdapter) {
    return `${inner} is no inner room of ${folder}: list it in the README, or move the file.`
  }
  return IN_ADAPTER.test(file) ? null : 'Name this file in kebab-case.'
}

function kindAdvice(): string {
  return 'Make this one of .contract.ts .routes.ts .rules.ts .sql.ts .job.ts .text.ts .test.ts .race.test.ts, screens/, office/, gate/, or a noun with its functions.'
}

const OURS = /^(src|sandbox|test|bench|scripts)\//
const DUMPS = ['util', 'utils', 'utilities', 'helper', 'helpers', 'misc']

function nameFault(path: string): string | null {
  if (!OURS.test(path)) return null
  const parts = path.split('/').map((part) => part.split('.')[0]!)
  // 'common' may qualify a noun, as in common-passwords. As the whole name it says nothing.
  const isDump = (part: string) =>
    part === 'common' || part.split(/[-_]/).some((word) => DUMPS.includes(word))
  const dump = parts.find(isDump)
  return dump ? `'${dump}' says nothing: name the thing, or leave it where it is used.` : null
}

const SAYS_NOTHING = ['Asked', 'Told', 'Wanted', 'Shown', 'Outcome', 'Place']

/** Rule: a type is named by a noun of the field, and not by a word that fits any type. */
export function checkTypeNames(source: Source): Violation[] {
  return source.nodes
    .filter(({ type }) => /^TS(TypeAlias|Interface)Declaration$/.test(type))
    .filter(({ id }) => SAYS_NOTHING.includes(nameOf(id) ?? ''))
    .map((node) => at(source, node, 'name', 'This word fits any type: name what this one is.'))
}

export function checkReExports(source: Source): Violation[] {
  if (!/^(src|sandbox)\//.test(source.path)) return []
  const star = source.nodes.find((node) => node.type === 'ExportAllDeclaration')
  if (star) return [at(source, star, 're-export', 'Import the file you mean, without export *.')]
  const top = source.nodes.filter((node) => source.parents.get(node)?.type === 'Program')
  const passes = top.filter((node) => node.type === 'ExportNamedDeclaration' && !node.declaration)
  const isPassing = (type: string) => type === 'ImportDeclaration'
  const onlyPasses = top.every((node) => isPassing(node.type) || passes.includes(node))
  if (passes.length === 0 || !onlyPasses) return []
  const message = 'This file only re-exports: delete it, and import the files you mean.'
  return [at(source, top[0]!, 're-export', message)]
}

const README_WORDS_MAX = 250

export function checkReadmes(files: Files): Violation[] {
  const rooms = new Set([...files.keys()].map(folderOf))
  return ROOMS.filter((room) => rooms.has(room)).flatMap((room) => {
    const path = `src/${room}/README.md`
    const text = files.get(path)
    if (text === undefined) {
      return [whole(path, 'readme', 'Write what comes in, what goes out, its tables, its states.')]
    }
    const prose = text.replace(sectionOf(text, 'Face'), '')
    const words = prose.split(/\s+/).filter((word) => /\w/.test(word)).length
    const message = `${words} words outside the face: keep it to ${README_WORDS_MAX}, and move the rest to docs/.`
    return words > README_WORDS_MAX ? [whole(path, 'readme', message)] : []
  })
}
