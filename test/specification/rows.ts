/** A row of docs/specification.md: a requirement of the client's specification, or of our own. */
export type Row = { id: string; what: string; line: number }

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
    const [id, _section, what] = cellsOf(line) as [string, string, string]
    return [{ id, what, line: index + 1 }]
  })
}

/** The texts that a row quotes, word for word, without their variable parts. */
export function quotedIn(what: string): string[] {
  const quoted = [...what.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, words]) => words!)
  const parts = quoted.flatMap((words) => words.split(/\bN\b|\{[^}]*\}|…|\\/))
  return parts.map((part) => part.trim()).filter((part) => /\w{2}/.test(part))
}
