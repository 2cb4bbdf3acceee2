import { useEffect, useState } from 'react'

/** Keeps the screen on. Returns true once the browser has agreed. */
export function useAwakeScreen(): boolean {
  const [isAwake, setIsAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isLeft = false
    const keepAwake = async () => {
      if (document.visibilityState !== 'visible') return
      // The browser refuses if the battery is low.
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isLeft) return void granted?.release()
      lock = granted
      setIsAwake(granted !== null)
    }
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', keepAwake)
    void keepAwake()
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', keepAwake)
      void lock?.release()
    }
  }, [])
  return isAwake
}
