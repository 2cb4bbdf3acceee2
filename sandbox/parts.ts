// GSM 03.38: the basic alphabet, and the extension characters, which also need an escape character.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPED = '^{}\\[]~|€\f'

/** The length in septets; undefined if a character is outside the GSM alphabet. */
export function gsmLength(text: string): number | undefined {
  let septets = 0
  for (const symbol of text) {
    if (BASIC.includes(symbol)) septets += 1
    else if (ESCAPED.includes(symbol)) septets += 2
    else return undefined
  }
  return septets
}

/**
 * The number of SMS that a text is billed as. In the GSM alphabet, one SMS has up to 160
 * characters, and each part of a longer text up to 153. For all other texts the limits are 70 and
 * 67 UTF-16 units.
 */
export function smsParts(text: string): number {
  const septets = gsmLength(text)
  if (septets === undefined) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  return septets <= 160 ? 1 : Math.ceil(septets / 153)
}
