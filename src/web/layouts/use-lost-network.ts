import { useEffect, useState } from 'react'

const EVERY_MS = 5000

/**
 * Whether a page failed because the network is down, which only a request can show. While the
 * network is down, repeats the request until it succeeds, and then reloads the page.
 */
export function useLostNetwork(isSuspected: boolean): boolean {
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    if (!isSuspected) return
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasLost = false
    const ask = async () => {
      clearTimeout(timer)
      const isThere = await hasNetwork()
      if (isLeft) return
      if (isThere && wasLost) return location.reload()
      wasLost = !isThere
      setIsLost(wasLost)
      if (wasLost) timer = setTimeout(ask, EVERY_MS)
    }
    addEventListener('online', ask)
    void ask()
    return () => {
      isLeft = true
      clearTimeout(timer)
      removeEventListener('online', ask)
    }
  }, [isSuspected])
  return isLost
}

async function hasNetwork(): Promise<boolean> {
  try {
    await fetch('/api/site', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
