/** Storage that may be absent, full or forbidden: then nothing is kept, and nothing breaks. */
export function readKept<T>(storage: 'localStorage' | 'sessionStorage', key: string): T | null {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function keep(
  storage: 'localStorage' | 'sessionStorage',
  key: string,
  value: unknown,
): void {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // A private window, for one: the order goes on, it only cannot be taken up after a reload.
  }
}
