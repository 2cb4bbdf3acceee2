// Rules about inner rooms, which are the subfolders of a large room: their imports and their number
// of files.
import { folderOf, isScreen, ROOMS, sectionOf } from './rooms.ts'
import { at, type Files, isTest, type Source, type Violation } from './source.ts'

const FILES_MAX = 28

/**
 * A list item in the README's section '## Inner rooms', such as '- `placing`: from a request to a
 * held order'.
 */
const INNER_ROOM = /^- `([^`]+)`/gm

/**
 * The inner rooms of a room, as paths within the room, in the order in which imports are allowed.
 */
function innerRoomsOf(room: string, files: Files): string[] {
  const section = sectionOf(files.get(`src/${room}/README.md`), 'Inner rooms')
  return [...section.matchAll(INNER_ROOM)].map((match) => match[1]!)
}

/**
 * The inner room that contains a file. '' for files at the room's root; null for screens and for
 * files of other rooms.
 */
function innerRoomOf(path: string, room: string, innerRooms: readonly string[]): string | null {
  if (folderOf(path) !== room) return null
  const folder = path.slice(`src/${room}/`.length).replace(/\/?[^/]+$/, '')
  if (innerRooms.includes(folder)) return folder
  return folder === '' ? '' : null
}

export function checkInnerRooms(sources: readonly Source[], files: Files): Violation[] {
  return ROOMS.flatMap((room) => {
    const innerRooms = innerRoomsOf(room, files)
    const own = sources.filter(({ path }) => folderOf(path) === room && !isTest(path))
    return [
      ...own.flatMap((source) => importFaults(source, room, innerRooms)),
      ...sizeFaults(room, own),
    ]
  })
}

function importFaults(source: Source, room: string, innerRooms: readonly string[]): Violation[] {
  const from = innerRoomOf(source.path, room, innerRooms)
  if (from === null) return []
  return source.imports.flatMap((entry) => {
    const to = entry.target === null ? null : innerRoomOf(entry.target, room, innerRooms)
    if (to === null || to === '' || to === from) return []
    const isEarlier = innerRooms.indexOf(to) < innerRooms.indexOf(from)
    if (from !== '' && isEarlier) return []
    const advice = 'move one of the two files, or queue a job'
    const message =
      from === ''
        ? `The root of ${room} imports no inner room, but this imports ${to}: ${advice}.`
        : `${to} comes after ${from} in src/${room}/README.md: ${advice}.`
    return [at(source, entry.node, 'inner-room', message)]
  })
}

function sizeFaults(room: string, own: readonly Source[]): Violation[] {
  if (room === 'ui') return []
  const product = own.map(({ path }) => path).filter((path) => !isScreen(path))
  const folders = Map.groupBy(product, (path) => path.replace(/\/[^/]+$/, ''))
  return [...folders].flatMap(([folder, paths]) => {
    if (paths.length <= FILES_MAX) return []
    const message = `${folder} has ${paths.length} product files, at most ${FILES_MAX}: give it inner rooms.`
    return [{ rule: 'inner-room' as const, path: paths[0]!, line: 1, message }]
  })
}

/** Whether a subfolder of a room is listed as an inner room in the room's README. */
export function isInnerRoom(room: string, folder: string, files: Files): boolean {
  return innerRoomsOf(room, files).includes(folder)
}
