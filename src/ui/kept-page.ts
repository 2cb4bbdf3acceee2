/** Whether the browser keeps this page for a time without a network; false on the server. */
export async function isPageKept(path: string): Promise<boolean> {
  try {
    return 'caches' in globalThis && (await caches.match(path)) !== undefined
  } catch {
    return false
  }
}
