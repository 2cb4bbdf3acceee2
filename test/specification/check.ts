import type { Files } from '../tidy/source.ts'
import { DOCUMENT, quotedIn, type Row, readRows } from './rows.ts'
import { findTests, type SpecificationTest } from './tagged-tests.ts'

/** Returns the differences between docs/specification.md and the tests. */
export function checkSpecification(files: Files): string[] {
  const rows = readRows(files.get(DOCUMENT)!)
  const shown = findTests(files)
  const ids = rows.map(({ id }) => id)
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${DOCUMENT}: two rows are named ${id}`),
    ...shown.flatMap(({ id, file, fault }) => {
      const faults = [fault, ids.includes(id) ? null : `is no row of ${DOCUMENT}`]
      return faults.filter((one) => one !== null).map((one) => `${file}: spec: ${id} ${one}`)
    }),
    ...rows.flatMap((row) => checkRow(row, shown)),
  ]
}

function checkRow({ id, what, line }: Row, shown: SpecificationTest[]): string[] {
  const tests = shown.filter((one) => one.id === id && one.fault === null)
  const place = `${DOCUMENT}:${line}: ${id}`
  if (tests.length === 0) return [`${place} is shown by no test`]
  const code = plain(tests.map((one) => one.code).join('\n'))
  return quotedIn(what)
    .filter((words) => !code.includes(plain(words)))
    .map((words) => `${place}: none of its tests holds '${words}'`)
}

/** Writes quotation marks of code and of sentences in the same form, for comparing texts. */
function plain(text: string): string {
  return text.replaceAll("\\'", "'").replaceAll('’', "'")
}

/** Returns a line for each row of docs/specification.md: its name, and the files that show it. */
export function listCoverage(files: Files): string[] {
  const shown = findTests(files)
  return readRows(files.get(DOCUMENT)!).map(({ id }) => {
    const paths = shown.filter((one) => one.id === id).map(({ file }) => file)
    return `${id}: ${[...new Set(paths)].toSorted().join(', ')}`
  })
}
