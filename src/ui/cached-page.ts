/**
 * Whether the service worker has cached this page for use without a network. Always false on the
 * server.
 */
export async function isPageCached(path: string): Promise<boolean> {
  try {
    return 'caches' in globalThis && (await caches.match(path)) !== undefined
  } catch {
    return false
  }
}
