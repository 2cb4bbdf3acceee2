import type { AuditEntryReply } from '../../accounts/accounts.contract.ts'
import { ROLE_NAMES } from '../../platform/http/rights.rules.ts'
import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatTime } from '../../ui/dates.rules.ts'
import {
  formatCount,
  formatDay,
  formatExactKes,
  formatInstant,
} from '../../ui/office/formats.rules.ts'

export type Entry = Pick<AuditEntryReply, 'action' | 'subject' | 'before' | 'after'>

export type Facts = Record<string, unknown>

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a value. Empty if the value has no fields. */
export const factsOf = (value: unknown): Facts => (isFacts(value) ? value : {})

/** ' from 5 to 6', ' to 6' or ' from 5'. '' if there is neither value. */
export function fromTo(was: string, is: string): string {
  return `${was && ` from ${was}`}${is && ` to ${is}`}`
}

export const sumWords = (value: unknown): string =>
  typeof value === 'number' ? formatExactKes(value) : valueWords(value)

const ROLES: Record<string, string> = ROLE_NAMES

/** Fields that are amounts in shillings. */
const SUMS = ['amount', 'price', 'per_ticket', 'each_ticket']

export function fieldWords(name: string, value: unknown): string {
  if (name === 'time' && typeof value === 'string') return formatTime(value)
  if (name === 'role') return ROLES[String(value)] ?? valueWords(value)
  if (name === 'question') return listWords([value ?? []].flat().map((text) => `'${text}'`))
  return SUMS.includes(name) ? sumWords(value) : valueWords(value)
}

/** Texts for codes that are not clear enough to readers. */
const CODES: Record<string, string> = {
  booked_twice: 'duplicate order',
  code: 'confirmed with a code by SMS',
  organizer_decision: "organizer's decision",
  other: 'another reason',
  staff: 'confirmed by our staff',
}

function textWords(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) {
    const { day, time } = formatInstant(text)
    return `${day}, ${time}`
  }
  return CODES[text] ?? (/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text)
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value)
  if (typeof value !== 'object') return textWords(String(value))
  if (Array.isArray(value)) return listWords(value.map(valueWords))
  return listWords(Object.entries(value).map(([name, inner]) => fieldWords(name, inner)))
}
