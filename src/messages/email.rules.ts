import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'

const PAGE = 'margin:0;padding:24px 12px;background:#faf6f0;color:#1d1814'
const FONT = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const SHEET =
  'max-width:560px;margin:0 auto;padding:24px;background:#fffdfa;border:1px solid #e6dccf;border-radius:16px'

/**
 * A complete HTML email around `content`. Mail readers drop style sheets, so every element carries
 * its own style. An email loads nothing from a server.
 */
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
