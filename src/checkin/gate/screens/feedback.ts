/** Sounds and vibration, for a steward who does not look at the screen. */
export type Signal = 'in' | 'before' | 'no' | 'ask'

const TONES: Record<Signal, [number, number][]> = {
  in: [
    [880, 0.08],
    [1320, 0.12],
  ],
  before: [
    [440, 0.16],
    [440, 0.16],
  ],
  no: [[160, 0.5]],
  ask: [[660, 0.12]],
}

const BUZZ: Record<Signal, number[]> = {
  in: [80],
  before: [120, 80, 120],
  no: [400],
  ask: [60],
}

let audio: AudioContext | undefined

export function giveSignal(signal: Signal): void {
  navigator.vibrate?.(BUZZ[signal])
  play(signal)
}

/** Returns false if the browser requires a tap before it allows sound. */
export function play(signal: Signal): boolean {
  if (!('AudioContext' in globalThis)) return false
  audio ??= new AudioContext()
  void audio.resume().catch(() => {})
  let at = audio.currentTime
  for (const [hertz, seconds] of TONES[signal]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    tone.type = 'square'
    volume.gain.value = 0.25
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + seconds)
    at += seconds + 0.03
  }
  return audio.state === 'running'
}
