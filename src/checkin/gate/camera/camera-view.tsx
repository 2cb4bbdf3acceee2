import { useRef, useState } from 'react'
import { useCamera } from './use-camera.ts'
import { useCodes } from './use-codes.ts'

const REASONS = {
  slow: 'The camera has not started. Allow it if the phone asks, or try again.',
  refused: 'This phone does not let the app use the camera. Allow it in the browser’s settings.',
  missing: 'No camera was found. Type the number instead.',
}

const BUTTON = 'min-h-14 rounded-soft border-2 border-white bg-dark px-4 font-semibold text-white'

type Props = { isBusy: boolean; onCode: (text: string) => void }

export function CameraView({ isBusy, onCode }: Props) {
  const view = useRef<HTMLVideoElement>(null)
  const camera = useCamera(view)
  const health = useCodes(view, { isOn: camera.state === 'on', isBusy, onCode })
  const [zoom, setZoom] = useState(1)
  const problem =
    camera.state !== 'starting' && camera.state !== 'on'
      ? REASONS[camera.state]
      : health === 'broken'
        ? 'Codes cannot be read on this phone. Type the number instead.'
        : null
  return (
    <div className="relative min-h-48 flex-1 overflow-hidden bg-dark [container-type:size]">
      <video
        ref={view}
        muted
        playsInline
        aria-label="Camera"
        className="absolute inset-0 size-full object-cover"
      />
      {problem ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-dark p-6 text-center text-lead text-white">
          <p role="alert">{problem}</p>
          {camera.state !== 'on' && (
            <button type="button" onClick={camera.again} className={BUTTON}>
              Try the camera again
            </button>
          )}
        </div>
      ) : (
        <div className="pointer-events-none absolute inset-0 m-auto size-[min(60cqw,80cqh,256px)] rounded-card border-4 border-white" />
      )}
      <div className="absolute inset-x-2 bottom-2 flex items-center gap-2">
        {camera.torch !== null && (
          <button
            type="button"
            aria-pressed={camera.torch}
            onClick={() => camera.setTorch(!camera.torch)}
            className={BUTTON}
          >
            {camera.torch ? 'Light off' : 'Light on'}
          </button>
        )}
        {camera.next && camera.state === 'on' && (
          <button type="button" onClick={camera.next} className={BUTTON}>
            Other camera
          </button>
        )}
        {camera.zoom && (
          <label className="flex min-h-14 flex-1 items-center gap-2 rounded-soft bg-dark px-4 font-semibold text-white">
            Zoom
            <input
              type="range"
              className="min-h-11 min-w-0 flex-1"
              min={camera.zoom.min}
              max={camera.zoom.max}
              step={camera.zoom.step || 0.1}
              value={zoom}
              onChange={({ target }) => {
                setZoom(Number(target.value))
                camera.setZoom(Number(target.value))
              }}
            />
          </label>
        )}
      </div>
    </div>
  )
}
