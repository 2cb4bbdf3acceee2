/**
 * Cleans typed text: composes accents (NFC), makes all line ends the same, and removes control
 * characters and outer spaces.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/**
 * Cleans a single line of typed text: no line breaks, no runs of spaces, no invisible characters.
 */
export function cleanLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
