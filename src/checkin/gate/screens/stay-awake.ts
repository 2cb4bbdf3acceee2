/**
 * Nobody touches the screen while codes are held out, and a phone would go dark. The browser lets go
 * of it where the page is hidden, and may refuse, with a low battery for one: then it is as before.
 */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  const hold = async () => {
    if (document.visibilityState !== 'visible') return
    const held = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (isOver) await held?.release()
    else lock = held
  }
  document.addEventListener('visibilitychange', hold)
  void hold()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', hold)
    void lock?.release()
  }
}
