import { feeWords } from '../accounts/fees/service-fee.rules.ts'
import type { ServiceFee } from '../platform/http/platform.contract.ts'
import type { SiteReply } from './site.contract.ts'

export type TextPiece = string | { label: string; href: string }

/** Splits a text at its `[words](/path)` links. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
    if (match.index > end) pieces.push(text.slice(end, match.index))
    pieces.push({ label: match[1]!, href: match[2]! })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** Fills in the contact details. If `site` is null, inserts a link to the contact page instead. */
export function fillSite(text: string, site: SiteReply | null): string {
  const page = '[the contact page](/contact)'
  return text
    .replaceAll('{email}', site ? `[${site.support_email}](mailto:${site.support_email})` : page)
    .replaceAll('{phone}', site ? `[${site.support_phone}](${telOf(site.support_phone)})` : page)
    .replaceAll('{office}', site?.office ?? 'Nairobi, Kenya')
}

/** Fills in the USSD code. Without a code, the sentences that mention it are dropped. */
export const fillUssd = (text: string, code: string): string => fill(text, '{ussd}', code)

/** Fills in the fee. If the fee is not known, the sentences that mention it are dropped. */
export const fillFee = (text: string, fee: ServiceFee | undefined): string =>
  fill(text, '{fee}', fee ? feeWords(fee) : '')

/** Fills in the business days of a decision. If they are not known, drops the sentences with them. */
export const fillDays = (text: string, days: number | undefined): string =>
  fill(text, '{days}', days ? (days === 1 ? '1 business day' : `${days} business days`) : '')

function fill(text: string, place: string, words: string): string {
  if (words) return text.replaceAll(place, words)
  const sentences = text.match(/[^.]*\.|[^.]+$/g) ?? []
  return sentences
    .filter((sentence) => !sentence.includes(place))
    .join('')
    .trim()
}

/** The `tel:` address of a telephone number: no spaces, no brackets. */
export function telOf(phone: string): string {
  return `tel:${phone.replace(/[^\d+*#]/g, '').replaceAll('#', '%23')}`
}
