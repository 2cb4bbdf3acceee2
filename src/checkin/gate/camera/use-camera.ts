import { type RefObject, useEffect, useState } from 'react'

/** Camera abilities that browsers report and TypeScript's types lack. */
type Abilities = { torch?: boolean; zoom?: { min: number; max: number; step: number } }

export type Camera = {
  state: 'starting' | 'on' | 'refused' | 'missing'
  torch: boolean | null
  setTorch: (on: boolean) => void
  zoom: { min: number; max: number; step: number } | null
  setZoom: (factor: number) => void
}

const BACK = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Retry interval in ms if another app or a call has the camera. */
const AGAIN_MS = 2000

/**
 * Shows the back camera in `view` while the screen is mounted. If the camera is taken away, it is
 * opened again; otherwise the last picture would stay as if no code came by.
 */
export function useCamera(view: RefObject<HTMLVideoElement | null>): Camera {
  const [state, setState] = useState<Camera['state']>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [torch, setTorch] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it anew
  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      if (!isOver) setTries((before) => before + 1)
    }
    const start = async () => {
      if (!navigator.mediaDevices) return setState('missing')
      try {
        stream = await navigator.mediaDevices.getUserMedia(BACK)
        if (isOver) return stopAll(stream)
        view.current!.srcObject = stream
        await view.current!.play()
        const [opened = null] = stream.getVideoTracks()
        opened?.addEventListener('ended', again)
        setTrack(opened)
        setTorch(false)
        setState('on')
      } catch (fault) {
        if (isOver) return
        // Do not retry: after repeated requests a browser blocks the camera for good.
        if ((fault as Error).name === 'NotAllowedError') return setState('refused')
        setState('missing')
        timer = setTimeout(again, AGAIN_MS)
      }
    }
    void start()
    return () => {
      isOver = true
      clearTimeout(timer)
      stopAll(stream)
    }
  }, [view, tries])
  const { torch: hasTorch, zoom } = abilitiesOf(track)
  const apply = (setting: object) =>
    track?.applyConstraints({ advanced: [setting as MediaTrackConstraintSet] }).catch(() => {})
  return {
    state,
    torch: hasTorch ? torch : null,
    setTorch: (on) => {
      setTorch(on)
      void apply({ torch: on })
    },
    zoom: zoom && zoom.max > zoom.min ? zoom : null,
    setZoom: (factor) => void apply({ zoom: factor }),
  }
}

function stopAll(stream?: MediaStream): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function abilitiesOf(track: MediaStreamTrack | null): Abilities {
  return (track?.getCapabilities?.() as Abilities | undefined) ?? {}
}
