const BACK: MediaTrackConstraints = { facingMode: 'environment' }
const SIZE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** The storage key for the camera that the steward chose. */
const CHOICE = 'lango-gate-camera'
/** Errors for a chosen camera that was unplugged, or that the browser gave another id. */
const GONE = ['OverconstrainedError', 'NotFoundError']

/** Opens the camera that the steward chose last, or else the back camera. */
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

/** The ids of the cameras. Browsers list them only after the user has allowed the camera. */
export async function listCameras(): Promise<string[]> {
  const devices = (await navigator.mediaDevices.enumerateDevices?.().catch(() => [])) ?? []
  return devices.flatMap(({ kind, deviceId }) => (kind === 'videoinput' && deviceId) || [])
}

/** Chooses the camera after this one in the list, and stores the choice. */
export async function chooseNext(track: MediaStreamTrack): Promise<void> {
  const cameras = await listCameras()
  const place = cameras.indexOf(track.getSettings().deviceId ?? readChoice() ?? '')
  const next = cameras[(place + 1) % cameras.length]
  if (next === undefined) return
  try {
    localStorage.setItem(CHOICE, next)
  } catch {
    // The storage is full or closed, so the choice is not stored.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(CHOICE)
  } catch {
    return null
  }
}
