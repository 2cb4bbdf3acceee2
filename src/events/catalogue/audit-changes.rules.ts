import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatDateTime } from '../../ui/dates.rules.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { codeWords } from '../codes/code-form.rules.ts'
import type { Difference } from '../editing/event-diff.rules.ts'
import type { StoredCode } from '../price.rules.ts'
import {
  type Entry,
  type Facts,
  factsOf,
  fieldWords,
  fromTo,
  sumWords,
} from './audit-values.rules.ts'

type Values = { was: Facts; is: Facts }

/** The text of `{change}` for actions whose values have several fields. */
const CHANGES: Record<string, (values: Values) => string> = {
  event_change_sent_in: submittedWords,
  event_moved: movedWords,
  event_day_moved: movedWords,
  ticket_type_added: ({ is }) => stockWords(is),
  ticket_type_removed: ({ was }) =>
    `which had ${formatCount(Number(was.sold ?? 0))} sold of ${stockWords(was)}`,
  promo_code_added: ({ is }) => effectWords(is),
  promo_codes_made: ({ is }) => effectWords(is),
  promo_code_changed: ({ was, is }) => differing(was, is, CODE_FIELDS),
  organizer_fee_changed: ({ was, is }) => fromTo(feeWords(was), feeWords(is)),
  organizer_page_changed: ({ was, is }) => differing(was, is, PAGE_FIELDS),
  gate_changed: ({ was, is }) => differing(was, is, GATE_FIELDS),
  entry_rules_changed: ({ was, is }) => differing(was, is, ENTRY_RULES),
}

/** The changed fields of an entry in words. Null for actions whose values have no fields. */
export function changesOf({ action, before, after }: Entry): string | null {
  const words = CHANGES[action]
  return words === undefined ? null : words({ was: factsOf(before), is: factsOf(after) })
}

/** The text for a field's new and old value. '' stands for a value that is not set. */
type FieldChange = (is: string, was: string) => string

/** Joins the texts of all fields that differ. */
function differing(was: Facts, is: Facts, fields: Record<string, FieldChange>): string {
  const wordsIn = (facts: Facts, name: string) => {
    const value = fieldWords(name, facts[name])
    return value === 'none' ? '' : value
  }
  return listWords(
    Object.entries(fields)
      .map(([name, words]) => [wordsIn(is, name), wordsIn(was, name), words] as const)
      .filter(([now, old]) => now !== old)
      .map(([now, old, words]) => words(now, old)),
  )
}

/** Returns texts like 'the licensed capacity is 20,000 (before: 15,000)'. */
const nowIs =
  (name: string, none = 'not set'): FieldChange =>
  (is, was) =>
    `${name} is ${is || none} (before: ${was || none})`

const turned =
  (on: string, off: string): FieldChange =>
  (is) =>
    is === 'yes' ? on : off

const ENTRY_RULES: Record<string, FieldChange> = {
  licensed_capacity: nowIs('the licensed capacity'),
  any_gate_from: (is) =>
    is ? `any gate accepts tickets from ${instant(is)}` : 'tickets open their own gate only',
  may_leave: turned('re-entry is allowed', 're-entry is not allowed'),
  transfer_limit: nowIs('the number of transfers per ticket', 'unlimited'),
  transfers_end_at_doors: turned('transfers stop when doors open', 'transfers go on at the doors'),
  reminds: turned('visitors get a reminder', 'visitors get no reminder'),
  cash_per_minute: nowIs('the limit of cash sales per minute', 'the usual one'),
  cash_per_hour: nowIs('the limit of cash sales per hour', 'the usual one'),
}

const CODE_FIELDS: Record<string, FieldChange> = {
  tickets: nowIs('the number of tickets'),
  per_phone: nowIs('the number per phone number'),
  until: nowIs('its last moment'),
}

const PAGE_FIELDS: Record<string, FieldChange> = {
  name: nowIs('the name'),
  words: (is, was) => `the text is '${is}' (before: '${was}')`,
  picture: (is) => (is ? 'there is a new picture' : 'the picture is removed'),
  whatsapp: nowIs('the WhatsApp number'),
  instagram: nowIs('the Instagram name'),
  tiktok: nowIs('the TikTok name'),
  asked_name: (is, was) =>
    is ? `the name ${is} is requested` : `the request for the name ${was} is closed`,
}

const GATE_FIELDS: Record<string, FieldChange> = {
  name: (_, was) => `its name was ${was}`,
  gate_offset: nowIs('its offset'),
}

/** 'November 3, 2026, 10:00 AM' from '2026-11-03 10:00'. */
function instant(text: string): string {
  const [date = '', time = ''] = text.split(/[ T]/)
  return formatDateTime(date, time)
}

/** ' from March 14, 2027 to March 21, 2027 and from Nyayo to Kasarani'; with times if they differ. */
function movedWords({ was, is }: Values): string {
  const isTime = was.time !== is.time
  const start = (facts: Facts) =>
    `${fieldWords('date', facts.date)}${isTime ? `, ${fieldWords('time', facts.time)}` : ''}`
  const isStart = isTime || was.date !== is.date
  const place = (facts: Facts) => fieldWords('location', facts.location)
  return [
    ...(isStart ? [fromTo(start(was), start(is))] : []),
    ...(was.location === is.location ? [] : [fromTo(place(was), place(is))]),
  ].join(' and')
}

/** '1,000 tickets at KES 100, hidden' */
function stockWords({ quantity, ...type }: Facts): string {
  const {
    price,
    hidden,
    sold_at_door,
    on_sale,
    kind = 'ticket',
    sold_in,
    shared_capacity,
    days,
  } = type
  const units = sold_in ?? (quantity === 1 ? kind : `${kind}s`)
  const tickets = `${formatCount(Number(quantity))} ${units}`
  const words = typeof price === 'number' ? ` at ${sumWords(price)}` : `, ${sumWords(price)}`
  const door = sold_at_door === true ? ', sold at the door' : ''
  const sale = typeof on_sale === 'string' ? `, on sale ${on_sale}` : ''
  const pool = shared_capacity === undefined ? '' : `, with places from ${shared_capacity}`
  const on = days === undefined ? '' : `, for ${days}`
  return `${tickets}${words}${on}${pool}${hidden === true ? `, hidden${door}` : ''}${sale}`
}

/** '20% off' for a code with `kind` and `value`. */
function effectWords({ kind, value }: Facts): string {
  const number = Number(value ?? 0)
  const words = codeWords({ kind: kind as StoredCode['kind'], percent: number, value: number })
  return words.startsWith('KES') ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

/** '5% and KES 10 per ticket', or 'the fee of the settings' if no admin has set a fee. */
function feeWords({ percent, each_ticket }: Facts): string {
  if (percent === undefined) return 'the fee of the settings'
  return each_ticket === 0 ? `${percent}%` : `${percent}% and ${sumWords(each_ticket)} per ticket`
}

/** The most characters of a value that a sentence shows. */
const SHOWN_MAX = 60

/** 'price of VIP from KES 100 to KES 200 and location to Kasarani' */
function submittedWords({ is }: Values): string {
  const changes = Array.isArray(is.changes) ? (is.changes as Difference[]) : []
  return listWords(
    changes.map(({ what, before, after }) => {
      const [type, field] = what.split(/: (?=[^:]*$)/)
      const name = field === undefined ? what.toLowerCase() : `${field} of ${type}`
      const isLong = before.length > SHOWN_MAX || after.length > SHOWN_MAX
      return `${name}${isLong ? '' : fromTo(before, after)}`
    }),
  )
}
