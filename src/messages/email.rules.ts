import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'

const PAGE = 'margin:0;padding:24px 12px;background:#faf6f0;color:#1d1814'
const FONT = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const SHEET =
  'max-width:560px;margin:0 auto;padding:24px;background:#fffdfa;border:1px solid #e6dccf;border-radius:16px'

/** The HTML of an email, with inline styles: mail programs drop style sheets. Loads nothing. */
export function emailPage(
  title: string,
  content: string,
  footer: string,
  language: Language = 'en',
): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title></head>`,
    `<body style="${PAGE};${FONT}"><div style="${SHEET}">`,
    '<p style="margin:0 0 16px;font-weight:700;color:#b4430c">Lango</p>',
    content,
    `</div><div style="max-width:560px;margin:16px auto 0;font-size:14px;color:#665c53">${footer}</div>`,
    '</body></html>',
  ].join('\n')
}

/** The name of a QR code's picture inside its email, made from the text of the code. */
export function codeName(text: string): string {
  return `${text.replace(/^\w+:\/\//, '').replace(/[^\w.-]+/g, '.')}@code`
}

/** An email's poster. The name of its attachment contains the key of the event's picture. */
const POSTER = /<img src="cid:([a-z0-9-]+)@poster"[^>]*>\n?/

/** The poster at the head of an email's content, or '' if the event has no picture. */
export function posterImage(imageKey: string | null): string {
  if (imageKey === null) return ''
  const look = 'display:block;width:100%;height:auto;margin:0 0 16px;border-radius:8px'
  return `<img src="cid:${imageKey}@poster" width="510" height="287" alt="" style="${look}">\n`
}

/** The picture that an email's HTML shows as its poster. Null if the HTML has no poster. */
export function posterOf(html: string): { imageKey: string; file: string } | null {
  const [, imageKey] = POSTER.exec(html) ?? []
  return imageKey ? { imageKey, file: `images/${imageKey}-800.jpg` } : null
}

export function withoutPoster(html: string): string {
  return html.replace(POSTER, '')
}
