/** The LIKE pattern that finds the text anywhere, without wildcards in the text. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
