import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * Stores the tickets' pages, so that they open at the gate without a network. Does nothing if the
 * browser cannot store them (plain http, private window).
 */
export function useKeptTickets(numbers: readonly string[]): void {
  const list = numbers.join(' ')
  useEffect(() => {
    if (list) void keepTickets(list.split(' '))
  }, [list])
}

async function keepTickets(numbers: string[]): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const { active, waiting, installing } = await navigator.serviceWorker.register(
      `${PREFIX}/t/worker.js`,
      {
        scope: `${PREFIX}/t/`,
      },
    )
    const worker = active ?? waiting ?? installing
    worker?.postMessage({ keep: numbers.map((number) => `${PREFIX}/t/${number}`) })
  } catch {
    // Without the stored pages, the tickets still open with a network.
  }
}
