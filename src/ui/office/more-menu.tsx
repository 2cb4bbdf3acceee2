import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOutsidePress } from '../use-outside-press.ts'

export function MoreMenu({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useOutsidePress(menu, () => setIsOpen(false))
  useEffect(() => {
    if (!isOpen) return
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [isOpen])
  return (
    <div ref={menu} className="relative max-sm:ml-auto">
      <button
        ref={button}
        type="button"
        aria-label="More actions"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex size-12 items-center justify-center rounded-soft border border-edge hover:border-ink hover:bg-paper"
      >
        <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true">
          <circle cx="5" cy="12" r="2" />
          <circle cx="12" cy="12" r="2" />
          <circle cx="19" cy="12" r="2" />
        </svg>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in the list are pressed
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click, too
        <div
          onClick={() => setIsOpen(false)}
          className="absolute right-0 z-10 mt-1 flex w-max flex-col rounded-soft border border-line bg-paper py-1 shadow-lift"
        >
          {children}
        </div>
      )}
    </div>
  )
}

export function MoreAction({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 items-center px-4 text-left hover:bg-ground"
    >
      {children}
    </button>
  )
}
