// What files there are, how they are named, and what a file of each kind holds.
import { DATA_FOLDERS, ENV, folderOf, kindOf, PROVIDER_FOLDERS, ROOMS, WIRING } from './rooms.ts'
import { exportsOf } from './shape.ts'
import { at, type Files, type Rule, type Source, type Violation } from './source.ts'

const KEBAB = '[a-z0-9]+(-[a-z0-9]+)*'
const SUFFIX = '(contract|routes|rules|sql|job)'
const TEST = `(\\.${SUFFIX})?(\\.race)?\\.test\\.tsx?`
const IN_ROOM = new RegExp(`^(README\\.md|${KEBAB}(\\.${SUFFIX}\\.ts|${TEST}|\\.ts))$`)
const IN_SCREENS = new RegExp(`^${KEBAB}(\\.tsx|\\.test\\.tsx?)$`)
const IN_WEB = new RegExp(
  `^(${KEBAB}/)*(README\\.md|${KEBAB}(\\.${SUFFIX}|\\.race|\\.test|\\.d)*\\.\\w+)$`,
)
const IN_ADAPTER = new RegExp(`^(README\\.md|${KEBAB}(\\.${SUFFIX}|\\.race|\\.test)*\\.\\w+)$`)

/** First words of use cases. A new one is welcome here where it says what is done. */
const VERBS =
  `accept add admit answer apply ask assign authenticate award ban build cancel change check claim
  clear close collect compute confirm convert copy count create decide deliver describe detect draw
  edit enqueue enter exchange expire export extend fail fetch fill find finish forget get give grant handle hash
  hold import invite issue join keep limit link list load lock look make mark match measure merge move
  notify offer open pair pause pay place plan post prepare print process prompt prune publish pull
  push put queue read receive reconcile record redeem refresh refund refuse register reject release
  remind remove render renew reopen replace report request resend reset resolve restore retry return revoke
  roll save scan schedule search seed sell send serve set settle show sign split start stop store
  submit subscribe summarise sweep switch sync take tell test track transfer try turn unlink
  unsubscribe update upload use validate verify void wake walk watch withdraw write wait`.split(
    /\s+/,
  )

export function checkPaths(files: Files): Violation[] {
  return [...files.keys()].flatMap((path) => {
    const place = placeFault(path)
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

function placeFault(path: string): string | null {
  if (!path.startsWith('src/')) return null
  const folder = folderOf(path)
  if (folder === null) {
    const isKnown = [...WIRING, ENV].includes(path) || path.endsWith('.d.ts')
    return isKnown ? null : 'src/ itself holds main, env, app and worker: move this into a room.'
  }
  const rest = path.slice(`src/${folder}/`.length)
  if (folder === 'web') return IN_WEB.test(rest) ? null : 'Name files in web in kebab-case.'
  if (!ROOMS.includes(folder)) {
    return `${folder} is not a room: move this into one, or add the room to test/tidy/rooms.ts.`
  }
  if (!rest.includes('/')) return IN_ROOM.test(rest) ? null : kindAdvice()
  const inner = rest.slice(0, rest.lastIndexOf('/'))
  const file = rest.slice(inner.length + 1)
  if (inner === 'screens') {
    return IN_SCREENS.test(file) ? null : 'screens/ holds kebab-case .tsx files and their tests.'
  }
  const isAdapter = [...PROVIDER_FOLDERS, ...DATA_FOLDERS].includes(`${folder}/${inner}`)
  if (!isAdapter) return `A room has no folder ${inner}: put the file into the room itself.`
  return IN_ADAPTER.test(file) ? null : 'Name this file in kebab-case.'
}

function kindAdvice(): string {
  return 'Make this one of .contract.ts .routes.ts .rules.ts .sql.ts .job.ts .test.ts .race.test.ts, screens/*.tsx, or a use case in kebab-case.'
}

const OURS = /^(src|sandbox|test|bench|scripts)\//
const DUMPS = ['util', 'utils', 'utilities', 'helper', 'helpers', 'misc']

function nameFault(path: string): string | null {
  if (!OURS.test(path)) return null
  const parts = path.split('/').map((part) => part.split('.')[0]!)
  // 'common' may qualify a noun, as in common-passwords; on its own it says nothing.
  const isDump = (part: string) =>
    part === 'common' || part.split(/[-_]/).some((word) => DUMPS.includes(word))
  const dump = parts.find(isDump)
  return dump ? `'${dump}' says nothing: name the thing, or leave it where it is used.` : null
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

export function checkUseCases(source: Source): Violation[] {
  if (kindOf(source.path) !== 'use case' || placeFault(source.path) !== null) return []
  const stem = source.path.replace(/^.*\//, '').replace(/\.tsx?$/, '')
  const words = stem.split('-')
  if (words.length < 2 || !VERBS.includes(words[0]!)) {
    const message = `A use case is named verb-noun, such as place-order.ts: rename it, give it a kind (.rules.ts, .sql.ts …), or add '${words[0]}' to VERBS in test/tidy/kinds.ts if it is a verb.`
    return [whole(source.path, 'file-kind', message)]
  }
  const offered = exportsOf(source).filter((entry) => entry.kind !== 'type')
  const wanted = words
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1) : word))
    .join('')
  const [first, second] = offered
  if (first?.kind === 'function' && first.name === wanted && !second) return []
  const names = offered.map((entry) => entry.name).join(', ') || 'nothing'
  const message = `A use case exports one function, here ${wanted}, and types; this one exports ${names}. Give the others files of their own, or put them into .rules.ts or .sql.ts.`
  return [whole(source.path, 'file-kind', message)]
}

const README_LINES_MAX = 15

export function checkReadmes(files: Files): Violation[] {
  const rooms = new Set([...files.keys()].map(folderOf))
  return ROOMS.filter((room) => rooms.has(room)).flatMap((room) => {
    const path = `src/${room}/README.md`
    const lines = files.get(path)?.trim().split('\n').length
    if (lines === undefined) {
      return [whole(path, 'readme', 'Write what comes in, what goes out, its tables, its states.')]
    }
    const message = `${lines} lines: keep it to ${README_LINES_MAX}, and move the rest to ARCHITECTURE.md.`
    return lines > README_LINES_MAX ? [whole(path, 'readme', message)] : []
  })
}
