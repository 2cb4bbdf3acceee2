import { PAYLOAD_LENGTH } from '../../../tickets/number.rules.ts'
import { readShown } from '../engine/shown-number.ts'

/**
 * Pause, in ms, after which a code counts as complete: a hand scanner presses its keys within
 * milliseconds, and not every scanner presses Enter at the end.
 */
const WHOLE_MS = 150
const PART_MS = 500

const FIELDS = 'input:not([type="range"]), select, textarea'

/**
 * Reads the codes of a hand scanner, which types like a keyboard, while no field has the focus. A
 * code ends with Enter, Tab or a pause. Returns a function that stops reading.
 */
export function readKeys(onText: (text: string) => void): () => void {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    // A shorter text comes from a steward who touched the keyboard.
    if (text.length >= PAYLOAD_LENGTH) onText(text)
    text = ''
  }
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (target instanceof Element && target.matches(FIELDS)) return
    const isEnd = key === 'Enter' || key === 'Tab'
    if (!isEnd && key.length !== 1) return
    // Before the first symbol of a code, these keys press buttons and move the focus as usual.
    if (text === '' && (isEnd || key === ' ')) return
    event.preventDefault()
    if (isEnd) return end()
    text += key
    clearTimeout(timer)
    timer = setTimeout(end, readShown(text)?.isWhole ? WHOLE_MS : PART_MS)
  }
  addEventListener('keydown', press, { capture: true })
  return () => {
    removeEventListener('keydown', press, { capture: true })
    clearTimeout(timer)
  }
}
