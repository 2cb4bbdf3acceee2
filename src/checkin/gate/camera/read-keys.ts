import { PAYLOAD_LENGTH } from '../../../tickets/number.rules.ts'
import { readShown } from '../engine/shown-number.ts'

/**
 * The pause, in ms, after which a code counts as complete. A hand scanner presses its keys within
 * milliseconds of each other, and not every scanner presses Enter at the end.
 */
const WHOLE_MS = 150
const PART_MS = 500

const FIELDS = 'input:not([type="range"]), select, textarea'

/**
 * Reads the codes of a hand scanner, which types like a keyboard. Ignores keys while a field has
 * the focus. A code ends with Enter, Tab or a pause. Returns a function that stops reading.
 */
export function readKeys(onText: (text: string) => void): () => void {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    // A shorter text does not come from a scanner but from a steward who touched the keyboard.
    if (text.length >= PAYLOAD_LENGTH) onText(text)
    text = ''
  }
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (target instanceof Element && target.matches(FIELDS)) return
    const isEnd = key === 'Enter' || key === 'Tab'
    if (!isEnd && key.length !== 1) return
    // Before a code begins, Enter, Tab and the space bar press buttons and move the focus as usual.
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
