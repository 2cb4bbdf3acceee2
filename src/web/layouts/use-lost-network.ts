import { useEffect, useState } from 'react'
import { hasNetwork, isFileMissing, reloadOnce } from '../../ui/gone-file.ts'

const EVERY_MS = 5000

/**
 * Whether a page failed because the network is down, which only a request can show. While the
 * network is down, repeats the request until it succeeds, and then reloads the page. Also reloads
 * the page if the network works and the error says that a script file is missing, because the shop
 * was updated. In this second case, null until a request shows whether the network works.
 */
export function useLostNetwork(isSuspected: boolean, fault: unknown): boolean | null {
  const isMissing = isSuspected && isFileMissing(fault)
  const [isLost, setIsLost] = useState(isMissing ? null : false)
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
      if (isThere && isMissing && reloadOnce(fault)) return
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
  }, [isSuspected, isMissing, fault])
  return isLost
}
