const KEY = 'lango-reloaded'

/** The words with which Chrome, Firefox and Safari report that import() found no file. */
const WORDS = /dynamically imported module|Importing a module script failed/

/** Whether a script file could not be loaded: the network is down, or the shop was updated. */
export function isFileMissing(fault: unknown): boolean {
  return fault instanceof Error && WORDS.test(fault.message)
}

/**
 * Reloads the document for a script file that is gone from the server. Returns false if this tab
 * has reloaded the page for the file before, so that no page reloads forever.
 */
export function reloadOnce(fault: unknown): boolean {
  const file = `${location.pathname} ${fault}`
  try {
    if (sessionStorage.getItem(KEY) === file) return false
    sessionStorage.setItem(KEY, file)
  } catch {
    return false
  }
  location.reload()
  return true
}

/** Reloads the document once if the shop was updated, but not if the network is down. */
export async function reloadIfUpdated(fault: unknown): Promise<void> {
  if (isFileMissing(fault) && (await hasNetwork())) reloadOnce(fault)
}

export async function hasNetwork(): Promise<boolean> {
  try {
    await fetch('/api/site', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
