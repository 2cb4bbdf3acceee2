import { useEffect, useState } from 'react'

/** Keeps the screen on while a ticket is shown. Returns true once the browser has agreed. */
export function useAwakeScreen(): boolean {
  const [isAwake, setIsAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isLeft = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // The browser refuses the lock if the battery is low.
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isLeft) return void held?.release()
      lock = held
      setIsAwake(held !== null)
    }
    // The browser releases the lock whenever the page is hidden, so request the lock again when the
    // page is shown.
    document.addEventListener('visibilitychange', hold)
    void hold()
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
  return isAwake
}
