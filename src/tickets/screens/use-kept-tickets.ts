import { useEffect } from 'react'
import { PREFIX } from '../../ui/language.rules.ts'

/**
 * Asks the browser to store the pages of these tickets, so that they open at the gate without a
 * network. If the browser cannot store pages (plain http, an old browser, a private window), the
 * pages need a network.
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
    // The browser cannot store the pages. They still work with a network.
  }
}
