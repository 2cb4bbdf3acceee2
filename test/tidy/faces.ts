// Rule: a room's README lists its face: the files that web, and rooms later in the order of rooms,
// may import.
import { folderOf, isScreen, ROOMS, sectionOf } from './rooms.ts'
import {
  at,
  type Files,
  type Import,
  isTest,
  type Node,
  nameOf,
  type Source,
  type Violation,
} from './source.ts'

/**
 * A file of a room's face, with the names that other rooms may import. Null if they may import all
 * names.
 */
type Offer = { file: string; names: string[] | null }

/**
 * Rooms without a face. Other rooms may import all their files, because each file contains one
 * named thing.
 */
const OPEN = ['ui', 'platform']

/** A line of the section '## Face': '- `queue-sms.ts`' or '- `events.sql.ts`: `isVisibleTo`, `salesEnd`'. */
const OFFER = /^- `([^`]+)`(?:: (.*))?$/gm

function faceOf(room: string, files: Files): Offer[] {
  const section = sectionOf(files.get(`src/${room}/README.md`), 'Face')
  return [...section.matchAll(OFFER)].map(([, file, names]) => ({
    file: `src/${room}/${file}`,
    names: names ? [...names.matchAll(/`([^`]+)`/g)].map((match) => match[1]!) : null,
  }))
}

export function checkFaces(sources: readonly Source[], files: Files): Violation[] {
  const rooms = ROOMS.filter((room) => !OPEN.includes(room) && files.has(`src/${room}/README.md`))
  const faces = new Map(rooms.map((room) => [room, faceOf(room, files)]))
  const crossing = sources.flatMap((source) => crossings(source, faces))
  const taken = new Set(crossing.flatMap(({ entry, names }) => namesTaken(entry.target!, names)))
  return [
    ...crossing.flatMap((crossed) => crossingFault(crossed)),
    ...[...faces].flatMap(([room, face]) =>
      face.flatMap((offer) => offerFault(room, offer, files, taken)),
    ),
  ]
}

type Crossing = { source: Source; entry: Import; names: string[] | null; face: Offer[] }

/**
 * Imports of a room's files from another room or from web. The files app, main and worker may
 * import everything and are left out.
 */
function crossings(source: Source, faces: ReadonlyMap<string, Offer[]>): Crossing[] {
  const folder = folderOf(source.path)
  if (folder === null || isTest(source.path)) return []
  return source.imports.flatMap((entry) => {
    const room = entry.target === null ? null : folderOf(entry.target)
    const face = faces.get(room ?? '')
    if (!face || room === folder || isToTheRight(room!, folder)) return []
    return [{ source, entry, names: namesOf(entry.node), face }]
  })
}

/**
 * Whether the import goes to a room later in the order of rooms. A separate check reports these
 * imports.
 */
function isToTheRight(room: string, folder: string): boolean {
  return ROOMS.includes(folder) && ROOMS.indexOf(room) > ROOMS.indexOf(folder)
}

/** The names that an import uses. Null if it uses the whole file. */
function namesOf(node: Node): string[] | null {
  const specifiers = (node.specifiers ?? []) as Node[]
  const isNamed = ({ type }: Node) => type === 'ImportSpecifier' || type === 'ExportSpecifier'
  if (specifiers.length === 0 || !specifiers.every(isNamed)) return null
  return specifiers.map((specifier) => nameOf(specifier.imported ?? specifier.local))
}

const namesTaken = (file: string, names: string[] | null): string[] => [
  file,
  ...(names ?? []).map((name) => `${file} ${name}`),
]

function crossingFault({ source, entry, names, face }: Crossing): Violation[] {
  const target = entry.target!
  const room = folderOf(target)!
  // Web may import all screens, because pages consist of screens.
  if (folderOf(source.path) === 'web' && isScreen(target)) return []
  const offer = face.find(({ file }) => file === target)
  const isOffered =
    offer && (offer.names === null || names?.every((name) => offer.names!.includes(name)))
  if (isOffered) return []
  const what = names && offer ? names.filter((name) => !offer.names!.includes(name)).join(', ') : ''
  const message = `${what || entry.specifier} is not in the face of ${room}: import what src/${room}/README.md offers, or let it offer this.`
  return [at(source, entry.node, 'face', message)]
}

function offerFault(
  room: string,
  { file, names }: Offer,
  files: Files,
  taken: ReadonlySet<string>,
): Violation[] {
  const path = `src/${room}/README.md`
  const line = files.get(path)!.split('\n').indexOf('## Face') + 1
  const fault = (message: string): Violation[] => [{ rule: 'face', path, line, message }]
  if (!files.has(file)) return fault(`The face names ${file}, which is not there.`)
  if (file.endsWith('.sql.ts') && names === null) {
    return fault(`Say which statements of ${file} other rooms may import, after a colon.`)
  }
  const idle = namesTaken(file, names).filter((name) => !taken.has(name))
  return idle.length > 0
    ? fault(`Nothing outside ${room} imports ${idle[0]}: take it off the face.`)
    : []
}
