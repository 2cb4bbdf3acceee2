import { type RefObject, useEffect, useState } from 'react'
import { chooseNext, listCameras, openCamera } from './open-camera.ts'
import { watchCamera, watchPermission } from './watch-camera.ts'

/** Camera features that browsers have but TypeScript's types lack. */
type Abilities = { torch?: boolean; zoom?: { min: number; max: number; step: number } }

type Camera = {
  /** 'slow' may mean that the user has not answered the browser's permission dialog. */
  state: 'starting' | 'slow' | 'on' | 'refused' | 'missing'
  again: () => void
  /** Changes to the next camera and stores the choice. Null if the phone has only one camera. */
  next: (() => void) | null
  torch: boolean | null
  setTorch: (on: boolean) => void
  zoom: { min: number; max: number; step: number } | null
  setZoom: (factor: number) => void
}

/** The pause before a missing camera is tried again: another app or a call may be using it. */
const AGAIN_MS = 2000
const SLOW_MS = 1500

/**
 * Shows the camera in `view` while the screen is mounted. If the camera is taken away or stops
 * sending frames, opens it again: with a frozen picture, codes in front of the camera would not be
 * read.
 */
export function useCamera(view: RefObject<HTMLVideoElement | null>): Camera {
  const { again, ...opened } = useOpenCamera(view)
  const { state, track, cameras } = opened
  // The track whose lamp is on. A track and not a boolean, because reopening the camera turns its
  // lamp off and makes a new track.
  const [lit, setLit] = useState<MediaStreamTrack | null>(null)
  const { torch, zoom } = abilitiesOf(track)
  const apply = (setting: object) =>
    track?.applyConstraints({ advanced: [setting as MediaTrackConstraintSet] }).catch(() => {})
  return {
    state,
    again,
    next: track && cameras > 1 ? () => void chooseNext(track).then(again) : null,
    torch: torch ? lit === track : null,
    setTorch: (on) => {
      setLit(on ? track : null)
      void apply({ torch: on })
    },
    zoom: zoom && zoom.max > zoom.min ? zoom : null,
    setZoom: (factor) => void apply({ zoom: factor }),
  }
}

function useOpenCamera(view: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<Camera['state']>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [cameras, setCameras] = useState(0)
  const [tries, setTries] = useState(0)
  const again = () => setTries((before) => before + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it anew
  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    const video = view.current!
    let stream: MediaStream | undefined
    let timer = setTimeout(() => setState('slow'), SLOW_MS)
    const start = async () => {
      if (!navigator.mediaDevices) throw new DOMException('no cameras here', 'NotFoundError')
      stream = await openCamera()
      if (signal.aborted) return stopAll(stream)
      video.srcObject = stream
      const [opened = null] = stream.getVideoTracks()
      await video.play()
      if (signal.aborted) return
      clearTimeout(timer)
      watchCamera(video, opened, { signal, onLost: again })
      setTrack(opened)
      setState('on')
      setCameras((await listCameras()).length)
    }
    start().catch((fault: DOMException) => {
      if (signal.aborted) return
      clearTimeout(timer)
      // Do not try again automatically, because after repeated requests a browser blocks the camera
      // permanently.
      if (fault.name === 'NotAllowedError') {
        setState('refused')
        void watchPermission(signal, again)
      } else {
        setState('missing')
        timer = setTimeout(again, AGAIN_MS)
      }
    })
    return () => {
      closing.abort()
      clearTimeout(timer)
      stopAll(stream)
    }
  }, [view, tries])
  return { state, track, cameras, again }
}

function stopAll(stream?: MediaStream): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function abilitiesOf(track: MediaStreamTrack | null): Abilities {
  return (track?.getCapabilities?.() as Abilities | undefined) ?? {}
}
