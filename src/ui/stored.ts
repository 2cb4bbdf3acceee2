/**
 * Reads a JSON value from browser storage. Null if the storage is absent or blocked, or does not
 * contain the value.
 */
export function readStored<T>(storage: 'localStorage' | 'sessionStorage', key: string): T | null {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Writes a value as JSON into browser storage. Does nothing if the storage is full or blocked. */
export function store(
  storage: 'localStorage' | 'sessionStorage',
  key: string,
  value: unknown,
): void {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked, as in some private windows. The page continues, but forgets the
    // value after a reload.
  }
}
