import { useEffect, useState } from 'react'

const EVERY_MS = 5000

/**
 * Whether a page failed because there is no network, which only asking can tell. If so it asks
 * again until there is an answer, and loads the page anew.
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
