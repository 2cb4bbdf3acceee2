/**
 * Keeps the screen on, because a steward who scans does not touch the screen. Browsers release the
 * wake lock when the page is hidden, and may refuse the lock, for example if the battery is low.
 * The screen then turns off as usual.
 */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  const acquire = async () => {
    if (document.visibilityState !== 'visible') return
    const acquired = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (isOver) await acquired?.release()
    else lock = acquired
  }
  document.addEventListener('visibilitychange', acquire)
  void acquire()
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', acquire)
    void lock?.release()
  }
}
