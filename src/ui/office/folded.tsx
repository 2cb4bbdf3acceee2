import { useState } from 'react'
import { LONE_LINK } from '../button.tsx'

const LENGTH_MAX = 320
const LINES_MAX = 5

/** Whether `Folded` shows only a part of the text at first. */
export const isLong = (text: string): boolean =>
  text.length > LENGTH_MAX || text.split('\n').length > LINES_MAX

/** Text that can be long: its first lines, and the rest behind a button. */
export function Folded({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const fold = isLong(text) && !isOpen ? 'line-clamp-5' : ''
  return (
    <>
      <p className={`whitespace-pre-line wrap-anywhere ${fold}`}>{text}</p>
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={LONE_LINK}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}
