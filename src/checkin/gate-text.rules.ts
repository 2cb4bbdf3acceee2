import type { GatePhoneState } from './command-view.contract.ts'

/** The command view warns when this share of the licensed capacity is inside. */
export const NEAR_CAPACITY = 0.95

export type CapacityState = 'unknown' | 'fine' | 'near' | 'full'

export function capacityState(inside: number, licensed: number | null): CapacityState {
  if (licensed === null) return 'unknown'
  if (inside >= licensed) return 'full'
  return inside >= licensed * NEAR_CAPACITY ? 'near' : 'fine'
}

/** The text for each reason, and for each result without a reason. */
const WHY: Record<string, string> = {
  used: 'Already used',
  too_many: 'More people than the ticket has left',
  other_day: 'Other day',
  wrong_gate: 'Wrong gate',
  wrong_event: 'Wrong event',
  void: 'No longer valid',
  unknown: 'Ticket not found',
  too_early: 'Too early',
  entry_stopped: 'Entry was stopped',
  refunded: 'Refunded',
  transferred: 'Transferred',
  event_cancelled: 'Event cancelled',
  revoked: 'Cancelled',
  given_back: 'Returned',
  not_genuine: 'Not genuine',
  proof_limit: "Not on the phone's list",
  add_on: 'Add-on of another gate',
  choose_gate: 'Add-on without its gate',
  add_on_gate: 'Entry ticket at a gate for add-ons',
  by_proof: 'Verified offline (not on list)',
  by_hand: 'Manual entry',
}

/** The text about a check-in's result. '' for a valid check-in without a reason. */
export function whyText({ result, reason }: { result: string; reason: string | null }): string {
  if (reason === null) return WHY[result] ?? (result === 'valid' ? '' : plain(result))
  return WHY[reason] ?? WHY[result] ?? plain(reason)
}

function plain(code: string): string {
  const phrase = code.replaceAll('_', ' ')
  return phrase.charAt(0).toUpperCase() + phrase.slice(1)
}

type Movement = { kind: 'in' | 'out'; is_return: boolean; let_in: number; gate: string | null }

/** Text for exits and returns, such as '2 left, Gate A'. '' for a first entry. */
export function leavingText({ kind, is_return, let_in, gate }: Movement): string {
  const where = gate === null ? '' : `, ${gate}`
  if (kind === 'out') return `${let_in} left${where}`
  return is_return ? `${let_in} back in after leaving${where}` : ''
}

type Admission = {
  kind: 'in' | 'out'
  result: string
  let_in: number
  admits: number
}

/**
 * Text for people whom an offline phone let in although the ticket did not admit them: '2 too many,
 * let in by an offline phone', or '2 let in by an offline phone' if the ticket is not valid. '' if
 * there are none.
 */
export function excessText({ kind, result, let_in, admits }: Admission): string {
  const excess = kind === 'out' ? 0 : let_in - admits
  if (excess <= 0) return ''
  const isTicketGood = result === 'valid' || result === 'used' || result === 'too_many'
  return `${excess} ${isTicketGood ? 'too many, ' : ''}let in by an offline phone`
}

/** The text about a conflict, for the steward whose phone let the people in without a network. */
export function conflictText(found: { result: string; reason: string | null } | undefined): string {
  const isTicketGood = found === undefined || /^(valid|used|too_many)$/.test(found.result)
  const what = isTicketGood
    ? 'also let in elsewhere'
    : `${whyText(found).toLowerCase()}, but let in`
  return `Conflict: ${what}. The organizer has been notified.`
}

export const WHY_OPTIONS: readonly (readonly [string, string])[] = [
  'used',
  'too_many',
  'other_day',
  'wrong_gate',
  'wrong_event',
  'refunded',
  'transferred',
  'event_cancelled',
  'revoked',
  'given_back',
  'void',
  'unknown',
  'not_genuine',
  'proof_limit',
  'add_on',
  'choose_gate',
  'add_on_gate',
  'too_early',
  'entry_stopped',
  'by_hand',
  'by_proof',
].map((code) => [code, WHY[code]!] as const)

/** The order matters: most User-Agents also contain 'Chrome', and all contain 'Safari'. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const
const UA_LENGTH = 40

const nameIn = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([word]) => word.test(text))?.[1]

/**
 * The browser and the network address that paired a phone: 'Chrome on Android, 197.248.0.9'. If the
 * caller was not a browser, shows the beginning of its User-Agent. Null if the phone is not paired.
 */
export function pairedByLabel(paired: {
  paired_browser: string | null
  paired_address: string | null
}): string | null {
  const { paired_browser: said, paired_address: address } = paired
  if (address === null) return null
  const browser = nameIn(BROWSERS, said ?? '')
  const system = nameIn(SYSTEMS, said ?? '')
  const label = browser && system ? `${browser} on ${system}` : said?.slice(0, UA_LENGTH)
  return `${label || 'Unknown browser'}, ${address}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function spanLabel(ms: number): string {
  const span = Math.abs(ms)
  if (span < MINUTE) return `${Math.floor(span / 1000)} s`
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`
  const hours = Math.floor(span / HOUR)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** A phone with a network syncs every few seconds. */
const SILENT_AFTER_MS = 5 * MINUTE
/** A clock error up to this size counts as fine, because it hardly changes the time in minutes. */
const CLOCK_FINE_MS = 30_000

export function contactLabel(seenAt: string | null, now: number): string {
  if (seenAt === null) return 'Never'
  const ago = now - Date.parse(seenAt)
  return ago < 10_000 ? 'Now' : `${spanLabel(ago)} ago`
}

export function isSilent(seenAt: string | null, now: number): boolean {
  return seenAt !== null && now - Date.parse(seenAt) > SILENT_AFTER_MS
}

/** Describes a clock error. `clockMs` is the phone's clock minus the server's clock, in ms. */
export function clockLabel(clockMs: number | null): string {
  if (clockMs === null) return '–'
  if (Math.abs(clockMs) < CLOCK_FINE_MS) return 'OK'
  return `${spanLabel(clockMs)} ${clockMs > 0 ? 'ahead' : 'behind'}`
}

export const PHONE_STATES: Record<
  GatePhoneState,
  { label: string; look: 'good' | 'used' | 'bad' | 'plain' }
> = {
  waiting: { label: 'Not paired yet', look: 'used' },
  paired: { label: 'In use', look: 'good' },
  lapsed: { label: 'Code expired', look: 'bad' },
  revoked: { label: 'Revoked', look: 'plain' },
  signed_off: { label: 'Unpaired', look: 'plain' },
}

/** The seconds left as '59:07'. Null if no second is left. */
export function countdownLabel(left: number): string | null {
  if (left <= 0) return null
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}
