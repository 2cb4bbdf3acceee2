/**
 * Keeps the screen on: a steward who scans does not touch it, and it would go dark. Browsers
 * release the wake lock when the page is hidden, and may refuse it, for example with a low battery;
 * then the screen goes dark as usual.
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
