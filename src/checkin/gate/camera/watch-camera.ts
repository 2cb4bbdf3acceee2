/** The camera counts as lost after STILL_MOST checks without a new frame: 1.5 s. */
const CHECK_MS = 500
const STILL_MOST = 3

type Watch = { signal: AbortSignal; onLost: () => void }

/**
 * Calls `onLost` if the camera was taken away, or if it has been muted or has shown no new frame
 * for STILL_MOST checks. Also calls it when the page becomes visible again, because a phone often
 * gives a hidden page only a frozen picture.
 */
export function watchCamera(
  video: HTMLVideoElement,
  track: MediaStreamTrack | null,
  { signal, onLost }: Watch,
): void {
  let isMuted = false
  let frames = -1
  let still = 0
  const check = () => {
    const now = framesOf(video)
    const isLive = now !== frames && !isMuted && !track?.muted
    still = document.visibilityState === 'hidden' || isLive ? 0 : still + 1
    frames = now
    if (still === STILL_MOST) onLost()
  }
  const timer = setInterval(check, CHECK_MS)
  const turn = (muted: boolean) => () => {
    isMuted = muted
  }
  signal.addEventListener('abort', () => clearInterval(timer))
  track?.addEventListener('mute', turn(true), { signal })
  track?.addEventListener('unmute', turn(false), { signal })
  track?.addEventListener('ended', onLost, { signal })
  onShown(signal, onLost)
}

/** The number of frames or, if the browser does not count them, the growing stream position. */
const framesOf = (video: HTMLVideoElement) =>
  video.getVideoPlaybackQuality?.().totalVideoFrames || video.currentTime

/** Reports when the user allows the camera, if the browser supports this. */
export async function watchPermission(signal: AbortSignal, onAllowed: () => void): Promise<void> {
  const camera = { name: 'camera' as PermissionName }
  const permission = await navigator.permissions?.query(camera).catch(() => null)
  if (!permission || signal.aborted) return
  const check = () => {
    if (permission.state === 'granted') onAllowed()
  }
  permission.addEventListener('change', check, { signal })
  onShown(signal, check)
}

function onShown(signal: AbortSignal, then: () => void): void {
  const check = () => {
    if (document.visibilityState === 'visible') then()
  }
  document.addEventListener('visibilitychange', check, { signal })
}
