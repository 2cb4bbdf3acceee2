// GSM 03.38: the basic table, and the characters that cost an escape as well.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPED = '^{}\\[]~|€\f'

/** Undefined for a text that has a character outside the table. */
export function gsmLength(text: string): number | undefined {
  let septets = 0
  for (const symbol of text) {
    if (BASIC.includes(symbol)) septets += 1
    else if (ESCAPED.includes(symbol)) septets += 2
    else return undefined
  }
  return septets
}

/** How many SMS a text is billed as: 160 or 153 septets, else 70 or 67 UTF-16 units. */
export function smsParts(text: string): number {
  const septets = gsmLength(text)
  if (septets === undefined) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  return septets <= 160 ? 1 : Math.ceil(septets / 153)
}
