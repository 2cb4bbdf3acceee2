const BACK: MediaTrackConstraints = { facingMode: 'environment' }
const SIZE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** The steward's choice among the cameras of this phone. */
const CHOICE = 'lango-gate-camera'
/** The chosen camera was unplugged, or the browser has given it another id. */
const GONE = ['OverconstrainedError', 'NotFoundError']

/** Opens the camera that the steward chose last, otherwise the back camera. */
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

/** Ids of the cameras; browsers list them only once the camera was allowed. */
export async function listCameras(): Promise<string[]> {
  const devices = (await navigator.mediaDevices.enumerateDevices?.().catch(() => [])) ?? []
  return devices.flatMap(({ kind, deviceId }) => (kind === 'videoinput' && deviceId) || [])
}

/** Chooses the camera behind this one, for this and later evenings. */
export async function chooseNext(track: MediaStreamTrack): Promise<void> {
  const cameras = await listCameras()
  const place = cameras.indexOf(track.getSettings().deviceId ?? readChoice() ?? '')
  const next = cameras[(place + 1) % cameras.length]
  if (next === undefined) return
  try {
    localStorage.setItem(CHOICE, next)
  } catch {
    // A full or closed storage: the choice is not remembered.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(CHOICE)
  } catch {
    return null
  }
}
