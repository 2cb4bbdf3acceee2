/** The rooms, from left to right: a room imports only from itself and from rooms before it. */
export const ROOMS = [
  'ui',
  'platform',
  'messages',
  'accounts',
  'events',
  'ledger',
  'orders',
  'payments',
  'tickets',
  'refunds',
  'checkout',
  'checkin',
  'reports',
  'ussd',
  'site',
]

/** The files that wire the rooms together; src/ holds no other file. */
export const WIRING = ['src/main.ts', 'src/app.ts', 'src/worker.ts']
export const ENV = 'src/env.ts'

/** Folders with clients of outside services, whose functions follow the service. */
export const PROVIDER_FOLDERS = ['payments/mpesa', 'messages/africas-talking', 'messages/smtp']

/** Folders of screens by audience: visitors, the back office, stewards. */
export const SCREEN_FOLDERS = ['screens', 'office', 'gate']

/** The text of a README under the heading `## name`, up to the next heading; '' if there is none. */
export function sectionOf(readme: string | undefined, name: string): string {
  const [, after = ''] = (readme ?? '').split(new RegExp(`^## ${name}$`, 'm'))
  return after.split(/^## /m)[0]!
}

/** The folder of src/ that a file lies in, a room or 'web'; null for files outside. */
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
 * In web, the folders, the router and the client's entry go to the browser; other files are server
 * code.
 */
export function isWebClient(path: string): boolean {
  return /^src\/web\/([^/]+\/|router\.|entry-client\.)/.test(path) && kindOf(path) === 'web'
}

export type Kind =
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
  /** A noun with its functions, such as use cases. */
  | 'module'
  | 'wiring'

/** Whether a file has rules or long texts: the same on server and browser, without side effects. */
export function isPure(path: string): boolean {
  return ['rules', 'text'].includes(kindOf(path) ?? '')
}

/** The kind of a code file, from its folder and the ending of its name; null outside src/. */
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
