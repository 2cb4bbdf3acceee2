import { CheckoutError } from '../../src/checkout/errors.ts'
import { EventError } from '../../src/events/errors.ts'
import { CATEGORIES } from '../../src/messages/categories.text.ts'
import {
  CANCELLED_EMAIL,
  MOVED_EMAIL,
  QUESTIONS,
  TICKET_EMAIL,
} from '../../src/messages/emails.text.ts'
import { BUYING } from '../../src/messages/pages-buying.text.ts'
import {
  PRIVACY_POLICY,
  REFUNDS,
  TERMS_OF_SERVICE,
} from '../../src/messages/pages-policies.text.ts'
import { CONTACT, HELP_ANSWERS, SITE } from '../../src/messages/pages-site.text.ts'
import { TICKETS } from '../../src/messages/pages-tickets.text.ts'
import { REPLIES } from '../../src/messages/replies.text.ts'
import { smsDate } from '../../src/messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../src/messages/sms.text.ts'
import { OrderError } from '../../src/orders/errors.ts'
import { PaymentError } from '../../src/payments/errors.ts'
import { RESULT_TEXTS } from '../../src/payments/result.rules.ts'
import { AppError } from '../../src/platform/errors.ts'
import { RefundError } from '../../src/refunds/errors.ts'
import { TicketError } from '../../src/tickets/errors.ts'
import { sellingTexts } from '../../src/ussd/selling.text.ts'
import { IN_BOTH, ussdTexts } from '../../src/ussd/ussd.text.ts'
import { OFFLINE_TICKET, SERVER_PAGES, TICKET_APP } from '../../src/web/server-pages.text.ts'

const HEAD = `# Swahili, beside its English

Every Swahili text and its English twin, written by \`npm run swahili\` from where they stand in the sources. Who reads Swahili as a mother tongue corrects a text in the file that its heading names, in one place.

What was decided: hours are \`4PM\` in each SMS and on each dialled screen, in both languages, for \`saa 4\` is ten o'clock to who counts the hours from sunrise. Names stay as they are written: M-PESA, Paybill, gates, ticket types. \`Ref\` and \`PIN\` are what M-PESA itself says. \`{}\` stands for what is put in, in the order of the English; \`{0}\` and \`{1}\` where the order is another one. Each SMS is one part of 160 letters for any title (\`src/payments/payment-sms.rules.test.ts\` and its like).
`

/** The errors of the rooms that visitors call. */
export const VISITOR_ERRORS = {
  platform: AppError,
  events: EventError,
  orders: OrderError,
  payments: PaymentError,
  tickets: TicketError,
  refunds: RefundError,
  checkout: CheckoutError,
} as const satisfies Record<string, { codes: Record<string, readonly [number, string, string?]> }>

type Row = readonly [en: string, sw: string]

/** A Sunday and the days after it, and a day of each month. */
const WEEK = [3, 4, 5, 6, 7, 8, 9].map((day) => `2027-01-0${day}`)
const YEAR = Array.from(
  { length: 12 },
  (_, month) => `2027-${String(month + 1).padStart(2, '0')}-10`,
)

/** The weekdays (word 0) or months (word 2) of SMS dates, in both languages: 'Sun Mon Tue …'. */
const dateWords = (days: readonly string[], word: 0 | 2): Row => {
  const wordsIn = (language: 'en' | 'sw') =>
    days.map((day) => smsDate(day, language).split(' ')[word]).join(' ')
  return [wordsIn('en'), wordsIn('sw')]
}

/** Returns a document with every Swahili text next to its English twin. */
export function writeSwahili(): string {
  return [
    HEAD,
    tableOf('SMS', 'src/messages/sms.text.ts', [
      ...twins(SMS),
      ...twins(SMS_PARTS),
      dateWords(WEEK, 0),
      dateWords(YEAR, 2),
    ]),
    tableOf('USSD', 'src/ussd/ussd.text.ts', [
      ...dialledTwins(ussdTexts.en, ussdTexts.sw),
      [ussdTexts.en.ifNone(null, '{1}'), ussdTexts.sw.ifNone(null, '{1}')],
      ...twins(IN_BOTH),
    ]),
    tableOf(
      'USSD: free, codes, chosen prices',
      'src/ussd/selling.text.ts',
      dialledTwins(sellingTexts.en, sellingTexts.sw),
    ),
    tableOf('Emails', 'src/messages/emails.text.ts', [
      ...twins(TICKET_EMAIL),
      ...twins(MOVED_EMAIL),
      ...twins(CANCELLED_EMAIL),
      [QUESTIONS.en, QUESTIONS.sw],
    ]),
    tableOf('Buying', 'src/messages/pages-buying.text.ts', Object.entries(BUYING)),
    tableOf('Replies', 'src/messages/replies.text.ts', twins(REPLIES)),
    tableOf('Payment results', 'src/payments/result.rules.ts', twins(RESULT_TEXTS)),
    ...Object.entries(VISITOR_ERRORS).map(([room, { codes }]) =>
      tableOf(`Errors of ${room}`, `src/${room}/errors.ts`, errorTwins(codes)),
    ),
    tableOf('Tickets and refunds', 'src/messages/pages-tickets.text.ts', Object.entries(TICKETS)),
    tableOf('Events and the frame', 'src/messages/pages-site.text.ts', Object.entries(SITE)),
    tableOf('Pages of the server', 'src/web/server-pages.text.ts', [
      ...twins(SERVER_PAGES),
      ...twins(OFFLINE_TICKET),
      ...twins(TICKET_APP),
    ]),
    tableOf('Categories', 'src/messages/categories.text.ts', Object.entries(CATEGORIES)),
    tableOf('Contact and the like', 'src/messages/pages-site.text.ts', Object.entries(CONTACT)),
    tableOf('Help', 'src/messages/pages-site.text.ts', Object.entries(HELP_ANSWERS)),
    tableOf('Refund policy', 'src/messages/pages-policies.text.ts', Object.entries(REFUNDS)),
    tableOf('Terms', 'src/messages/pages-policies.text.ts', Object.entries(TERMS_OF_SERVICE)),
    tableOf(
      'Privacy policy',
      'src/messages/pages-policies.text.ts',
      Object.entries(PRIVACY_POLICY),
    ),
  ].join('\n')
}

/**
 * An object in which every property is a placeholder, for building texts with their placeholders.
 */
const PLACES = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'string' ? `{${name}}` : undefined) },
)

/** The names of texts whose first argument is an object with a paybill number and an account. */
const BY_HAND = ['ifNone', 'payByHand', 'byHandAfter']

type Said = string | readonly string[] | ((...values: never[]) => string)

/**
 * The rows for a USSD screen, whose definition contains lists, texts, and functions that fill in
 * placeholders.
 */
function dialledTwins(en: object, sw: object): Row[] {
  const swahili = new Map<string, unknown>(Object.entries(sw))
  return Object.entries(en).flatMap(([key, one]): Row[] => {
    const other = swahili.get(key)
    if (typeof one === 'object' && !Array.isArray(one)) return dialledTwins(one, other as object)
    return [[sayIn(one, key), sayIn(other as Said, key)]]
  })
}

function sayIn(said: Said, key: string): string {
  if (typeof said === 'string') return said
  if (typeof said === 'object') return said.join(' ')
  const isOfPlaces = BY_HAND.includes(key)
  if (said.length === 1) return said((isOfPlaces ? PLACES : '{}') as never)
  const values = [isOfPlaces ? PLACES : '{0}', '{1}']
  return said(...(values as never[]))
}

function errorTwins(codes: Readonly<Record<string, readonly [number, string, string?]>>): Row[] {
  return Object.values(codes).flatMap(([, en, sw]) => (sw ? [[en, sw] as const] : []))
}

function twins(catalogue: Record<string, { en: string; sw: string }>): Row[] {
  return Object.values(catalogue).map(({ en, sw }) => [en, sw])
}

function tableOf(title: string, file: string, rows: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  return [
    `## ${title}: \`${file}\`\n`,
    '| English | Swahili |\n|---|---|',
    ...rows.map(([en, sw]) => `| ${cell(en)} | ${cell(sw)} |`),
    '',
  ].join('\n')
}
