/** The pattern of LIKE that finds a text wherever it stands; nothing in it is a wildcard. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
