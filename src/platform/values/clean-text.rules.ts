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
