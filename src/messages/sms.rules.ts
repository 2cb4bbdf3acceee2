import { formatKes } from '../platform/money.rules.ts'

/** One part of GSM 03.38; more is billed and may arrive in pieces. */
export const SMS_MAX_SEPTETS = 160
/** What we aim for: the gateway appends opt-out words to a first message. */
export const SMS_AIM_SEPTETS = 135

// The basic character set of GSM 03.38, without the ones that nobody types.
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '^{}\\[~]|€'
const basic = new Set(GSM_BASIC)
const extended = new Set(GSM_EXTENDED)

const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '·': '-',
  '•': '-',
  '×': 'x',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
}

/** The text in GSM characters of one septet each: look-alikes are used, the rest is left out. */
export function toGsm(text: string): string {
  let plain = ''
  for (const symbol of text) {
    if (basic.has(symbol)) plain += symbol
    else if (PLAIN[symbol] !== undefined) plain += PLAIN[symbol]
    else plain += [...symbol.normalize('NFD')].filter((part) => basic.has(part)).join('')
  }
  return plain.replace(/\s+/g, ' ').trim()
}

/** Length in septets, or Infinity where a character would switch the whole message to UCS-2. */
export function septets(text: string): number {
  let length = 0
  for (const symbol of text) {
    if (basic.has(symbol)) length += 1
    else if (extended.has(symbol)) length += 2
    else return Number.POSITIVE_INFINITY
  }
  return length
}

/** `text` shortened to `max` septets, at a word where one ends near, with '..' for what is gone. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 2) return text.slice(0, Math.max(0, max))
  const cut = text.slice(0, max - 2)
  const word = cut.lastIndexOf(' ')
  return `${(word > max / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:.-]+$/, '')}..`
}

export type TicketSms = {
  eventTitle: string
  ticketType: string
  quantity: number
  gate: string
  ticketNumber: string
  link: string
}

// Signs say 'Gate C' or 'North Stand Entrance': such a name is what the holder looks for.
const GATE_WHOLE = 20
// Some titles have not one letter that GSM can write.
const NAMELESS = 'your event'
const LEAST_TITLE = 8
const LEAST_TYPE = 5

/**
 * 'Derby: 2 x VIP. Enter: Gate A. No. 1234 5678 9ABC DEFG. https://…' in one part for any title.
 * Number and link stand whole, and so does a gate of up to 20 letters; the title gives way first,
 * then the type, then a longer gate.
 */
export function ticketSms(ticket: TicketSms): string {
  const number = ticket.ticketNumber.replace(/(.{4})(?=.)/g, '$1 ')
  const tail = ` No. ${number}. ${ticket.link}`
  const title = toGsm(ticket.eventTitle) || NAMELESS
  const type = toGsm(ticket.ticketType) || 'Ticket'
  const gate = toGsm(ticket.gate) || 'see link'
  const frame = (t: string, k: string, g: string) =>
    `${t}: ${ticket.quantity} x ${k}. Enter: ${g}.${tail}`
  const fixed = frame('', '', '').length
  // A long address of our own leaves too little; then the aim gives way to the limit.
  const least = GATE_WHOLE + LEAST_TITLE + LEAST_TYPE
  const room = Math.max(SMS_AIM_SEPTETS - fixed, Math.min(least, SMS_MAX_SEPTETS - fixed))
  const gateWhole = Math.min(GATE_WHOLE, room - LEAST_TITLE - LEAST_TYPE)
  const shortGate = shorten(gate, Math.max(gateWhole, room - title.length - type.length))
  const rest = room - shortGate.length
  const shortType = shorten(type, Math.max(Math.floor(rest / 2), rest - title.length))
  const shortTitle = shorten(title, rest - shortType.length)
  return frame(shortTitle, shortType, shortGate)
}

/** `amountKes` is what was taken, to the cent. */
export type MoneySms = { eventTitle: string; amountKes: number; code: string }

function moneySms(head: string, tail: string, { eventTitle }: MoneySms): string {
  const room = SMS_AIM_SEPTETS - head.length - tail.length
  return head + shorten(toGsm(eventTitle) || NAMELESS, Math.max(8, room)) + tail
}

/** Money that bought no tickets, and goes back. */
export function refundDueSms(money: MoneySms): string {
  return moneySms(
    `Your ${formatGsmKes(money.amountKes)} for `,
    ` could not buy tickets. It will be refunded to this M-PESA number. Ref ${money.code}`,
    money,
  )
}

/** Money for an order that was paid before: it goes back, and nothing else does. */
export function secondPaymentSms(money: MoneySms): string {
  return moneySms(
    `Your second payment, ${formatGsmKes(money.amountKes)} for `,
    `, will be refunded to this M-PESA number. Your tickets stay valid. Ref ${money.code}`,
    money,
  )
}

/** Money whose amount is not what was asked for. */
export function suspenseSms(money: MoneySms): string {
  return moneySms(
    'We got your M-PESA payment for ',
    ` and are checking the amount. Do not pay again. Ref ${money.code}`,
    money,
  )
}

function formatGsmKes(amount: number): string {
  const cents = Math.round(amount * 100) % 100
  const whole = toGsm(formatKes(Math.trunc(amount)))
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`
}
