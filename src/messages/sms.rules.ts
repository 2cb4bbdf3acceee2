import type { Language } from '../platform/values/language.rules.ts'
import { SMS_PARTS } from './sms.text.ts'
import { fill, type Twin } from './twin.rules.ts'

/** One part of GSM 03.38; more is billed and may arrive in pieces. */
export const SMS_MAX_SEPTETS = 160
/** What we aim for: the gateway appends opt-out words, some 14 septets, to a first message. */
export const SMS_AIM_SEPTETS = 145

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

/** Of one symbol; 0 where GSM has none such. */
export function septetsOf(symbol: string): 0 | 1 | 2 {
  if (basic.has(symbol)) return 1
  return extended.has(symbol) ? 2 : 0
}

/** Length in septets, or Infinity where a character would switch the whole message to UCS-2. */
export function septets(text: string): number {
  let length = 0
  for (const symbol of text) length += septetsOf(symbol) || Number.POSITIVE_INFINITY
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

/** What an event is called: some titles have not one letter that GSM can write. */
export function gsmTitle(title: string, language: Language): string {
  return toGsm(title) || SMS_PARTS.anEvent[language]
}

/** The text filled, its title cut so that all of it is as long as an SMS aims to be. */
export function writeSms<Place extends string>(
  text: Twin<Place | 'title'>,
  language: Language,
  { title, ...values }: Record<Place | 'title', string>,
): string {
  const rest = { ...values, title: '' } as Record<Place | 'title', string>
  const room = SMS_AIM_SEPTETS - fill(text, language, rest).length
  const short = shorten(gsmTitle(title, language), Math.max(8, room))
  return fill(text, language, { ...rest, title: short })
}
