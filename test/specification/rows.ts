/** A row of docs/specification.md: a requirement of the client's specification, or of our own. */
export type Row = { id: string; what: string; shownBy: string; line: number }

export const DOCUMENT = 'docs/specification.md'

const ROW = /^\| ([a-z0-9-]+) \| .* \|$/

/** The cells of a row; a cell may contain an escaped bar. */
function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}

export function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (!ROW.test(line)) return []
    const [id, _section, what, shownBy] = cellsOf(line) as [string, string, string, string]
    return [{ id, what, shownBy, line: index + 1 }]
  })
}

/** Returns the document with the current test files in its last column. */
export function rewrite(text: string, filesFor: (id: string) => string[]): string {
  const lines = text.split('\n').map((line) => {
    if (!ROW.test(line)) return line
    const cells = cellsOf(line)
    return `| ${[...cells.slice(0, 3), filesFor(cells[0]!).join(', ')].join(' | ')} |`
  })
  return lines.join('\n')
}

/** The texts that a row quotes, word for word, without their variable parts. */
export function quotedIn(what: string): string[] {
  const quoted = [...what.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, words]) => words!)
  const parts = quoted.flatMap((words) => words.split(/\bN\b|\{[^}]*\}|…|\\/))
  return parts.map((part) => part.trim()).filter((part) => /\w{2}/.test(part))
}
