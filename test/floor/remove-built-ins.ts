// Makes a page of Chromium lack the built-ins that a browser at the floor lacks.
import type { Visitor } from '../e2e/visitor.ts'
import { readBuiltIns } from './built-ins.ts'

/**
 * Removes newer built-ins before the scripts of each document that the page opens. If a document
 * reports that it did not start, the report counts as a fault.
 */
export async function removeBuiltIns({ page, faults }: Visitor): Promise<void> {
  const { globals, statics, members } = readBuiltIns()
  // Playwright needs this function in the page. No script of ours calls it (test/floor.test.ts).
  members.delete('Element.checkVisibility')
  await page.addInitScript(remove, [[...globals], [...statics], [...members]])
  page.on('request', (request) => {
    if (request.url().endsWith('/page-fault')) faults.push(`report ${request.postData()}`)
  })
}

function remove([globals, statics, members]: string[][]): void {
  const take = (from: unknown, name: string) => from && Reflect.deleteProperty(from, name)
  const split = (path: string) => {
    const [owner, name] = path.split('.') as [string, string]
    return [Reflect.get(window, owner) ?? Reflect.get(Intl, owner), name] as const
  }
  for (const [owner, name] of statics!.map(split)) take(owner, name)
  for (const [owner, name] of members!.map(split)) {
    take(owner?.prototype, name)
    // The compatibility data lists functions such as Object.groupBy as members, too.
    take(owner, name)
  }
  for (const owner of [window, Intl]) for (const name of globals!) take(owner, name)
}
