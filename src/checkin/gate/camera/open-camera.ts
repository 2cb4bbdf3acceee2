const BACK: MediaTrackConstraints = { facingMode: 'environment' }
const SIZE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }

const CHOICE = 'lango-gate-camera'
/** The errors if the chosen camera was unplugged, or if the browser gave it another id. */
const GONE = ['OverconstrainedError', 'NotFoundError']

/** The camera that the steward chose last, or else the back camera. */
export async function openCamera(): Promise<MediaStream> {
  const chosen = readChoice()
  if (chosen === null) return await open(BACK)
  return await open({ deviceId: { exact: chosen } }).catch((fault: DOMException) => {
    if (GONE.includes(fault.name)) return open(BACK)
    throw fault
  })
}

const open = (which: MediaTrackConstraints) =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...SIZE } })

/** Empty before the user has allowed the camera, because browsers do not list any earlier. */
export async function listCameras(): Promise<string[]> {
  const devices = (await navigator.mediaDevices.enumerateDevices?.().catch(() => [])) ?? []
  return devices.flatMap(({ kind, deviceId }) => (kind === 'videoinput' && deviceId) || [])
}

export async function chooseNext(track: MediaStreamTrack): Promise<void> {
  const cameras = await listCameras()
  const place = cameras.indexOf(track.getSettings().deviceId ?? readChoice() ?? '')
  const next = cameras[(place + 1) % cameras.length]
  if (next === undefined) return
  try {
    localStorage.setItem(CHOICE, next)
  } catch {
    // The browser's storage is full or closed, so the choice is lost.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(CHOICE)
  } catch {
    return null
  }
}
