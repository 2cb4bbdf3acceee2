/** The rooms in order. A room imports only from itself and from rooms earlier in this list. */
export const ROOMS = [
  'ui',
  'platform',
  'messages',
  'accounts',
  'requests',
  'events',
  'ledger',
  'orders',
  'payments',
  'tickets',
  'complimentary',
  'refunds',
  'questions',
  'payouts',
  'checkout',
  'checkin',
  'reports',
  'ussd',
  'site',
  'privacy',
  'operation',
]

/** The files that connect the rooms. src/ contains no other file outside of a room. */
export const WIRING = ['src/main.ts', 'src/app.ts', 'src/worker.ts']
export const ENV = 'src/env.ts'

/** Folders with clients of outside services. Their functions may follow the service's own names. */
export const PROVIDER_FOLDERS = ['payments/mpesa', 'messages/africas-talking', 'messages/smtp']

/** Folders of screens by audience: visitors, the back office, stewards. */
export const SCREEN_FOLDERS = ['screens', 'office', 'gate']

/**
 * The section of a README under the heading `## name`, up to the next heading; '' if the README has
 * no such section.
 */
export function sectionOf(readme: string | undefined, name: string): string {
  const [, after = ''] = (readme ?? '').split(new RegExp(`^## ${name}$`, 'm'))
  return after.split(/^## /m)[0]!
}

/** The folder of src/ that contains a file: a room or 'web'. Null for files outside of rooms. */
export function folderOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null
}

export function isScreen(path: string): boolean {
  return /^src\/[^/]+\/(screens|office|gate)\//.test(path) && !/^src\/(ui|web)\//.test(path)
}

/** Whether a file belongs to the back office, which no visitor loads. */
export function isOffice(path: string): boolean {
  return /^src\/.*\/office\//.test(path)
}

/** Whether a file belongs to the gate app, which is built separately. */
export function isGate(path: string): boolean {
  return /^src\/[^/]+\/gate\//.test(path)
}

/**
 * Whether a file of web is code for the browser: a folder, the router or the client entry. All
 * remaining files of web are server code.
 */
export function isWebClient(path: string): boolean {
  return /^src\/web\/([^/]+\/|router\.|entry-client\.)/.test(path) && kindOf(path) === 'web'
}

type Kind =
  | 'contract'
  | 'routes'
  | 'rules'
  | 'sql'
  | 'job'
  | 'test'
  | 'screen'
  | 'ui'
  | 'web'
  | 'provider'
  | 'platform'
  | 'text'
  /** A file named after a noun, with the noun's functions, such as use cases. */
  | 'module'
  | 'wiring'

/**
 * Whether a file contains rules or long texts. These files have no side effects and are used on
 * server and browser.
 */
export function isPure(path: string): boolean {
  return ['rules', 'text'].includes(kindOf(path) ?? '')
}

/**
 * The kind of a code file, determined by its folder and the ending of its name. Null outside of
 * src/.
 */
export function kindOf(path: string): Kind | null {
  const folder = folderOf(path)
  if (!path.startsWith('src/')) return null
  if (/\.test\.tsx?$/.test(path)) return 'test'
  const suffix = /\.(contract|routes|rules|sql|job|text)\.tsx?$/.exec(path)?.[1]
  if (suffix) return suffix as Kind
  if (!folder) return 'wiring'
  if (folder === 'web' || folder === 'ui') return folder
  if (isScreen(path)) return 'screen'
  const inside = path.slice('src/'.length)
  if (PROVIDER_FOLDERS.some((place) => inside.startsWith(`${place}/`))) return 'provider'
  return folder === 'platform' ? 'platform' : 'module'
}
