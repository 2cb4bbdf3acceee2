import { useEffect, useState } from 'react'

/** A ticket that is being shown must not go dark. True once the browser has agreed. */
export function useAwakeScreen(): boolean {
  const [isAwake, setIsAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isLeft = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused where the battery is low.
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isLeft) return void held?.release()
      lock = held
      setIsAwake(held !== null)
    }
    // The browser takes it back whenever the page is out of sight.
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
