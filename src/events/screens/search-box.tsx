import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { PREFIX } from '../../ui/language.rules.ts'
import { useOutsidePress } from '../../ui/use-outside-press.ts'
import { readSearch, SEARCH_MAX } from '../search.rules.ts'
import type { SearchPanelProps, SearchPopup } from './search-panel.tsx'

const CLOSED: SearchPopup = { open: false }

/**
 * The header's search. The home page shows the results of the form. With script, the field also
 * suggests events in a list. The code of the list is loaded at first use, because most visitors
 * never search. On a phone the field is an icon until it has the focus (`search-box` in
 * ui/site.css), so it opens without script.
 */
export function SearchBox() {
  const { pathname, search } = useLocation()
  const searched = pathname === '/' ? readSearch(new URLSearchParams(search)) : ''
  const [text, setText] = useState(searched)
  const [opened, setPopup] = useState(CLOSED)
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps> | null>(null)
  const [wanted, setWanted] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const keys = useRef<(event: KeyboardEvent) => void>(() => {})
  const listId = useId()
  const isWanted = wanted && text.trim() !== ''
  const popup = isWanted ? opened : CLOSED
  const close = () => {
    setWanted(false)
    setPopup(CLOSED)
  }
  useOutsidePress(box, close)
  // Puts the query of the shown results into the field, also when the visitor goes back and the
  // query changes.
  const shown = useRef(searched)
  useEffect(() => {
    if (shown.current !== searched) setText(searched)
    shown.current = searched
  }, [searched])
  // Reads text that the visitor typed before hydration.
  useEffect(() => setText(box.current!.querySelector('input')!.value), [])
  const loadPanel = () => {
    if (Panel) return
    import('./search-panel.tsx').then(
      (module) => setPanel(() => module.SearchPanel),
      // If the code of the suggestions fails to load, Enter still opens the page of results. The
      // next letter that the visitor types loads the code again.
      () => {},
    )
  }
  return (
    <Form
      ref={box}
      action={`${PREFIX}/`}
      role="search"
      // On a phone the focused field takes the whole row.
      className="search-box relative max-md:w-11 max-md:focus-within:w-auto max-md:focus-within:absolute max-md:focus-within:inset-x-4 max-md:focus-within:top-1.5 max-md:focus-within:z-20"
      onSubmit={(submit) => {
        close()
        if (text.trim() === '') submit.preventDefault()
      }}
      onBlur={(blur) => {
        if (!blur.currentTarget.contains(blur.relatedTarget)) close()
      }}
    >
      <svg
        viewBox="0 0 24 24"
        className="pointer-events-none absolute left-3 top-3 size-5 fill-none stroke-quiet stroke-2"
        aria-hidden="true"
      >
        <path d="M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21" />
      </svg>
      <input
        name="q"
        type="search"
        role="combobox"
        aria-label="Search events"
        aria-expanded={popup.open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={popup.activeId}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Search events..."
        maxLength={SEARCH_MAX}
        value={text}
        onFocus={loadPanel}
        onChange={(change) => {
          loadPanel()
          setText(change.target.value)
          setWanted(true)
        }}
        onKeyDown={(press) => {
          if (press.key === 'Escape') {
            // As in browsers' own search fields, the first Escape closes the list, and the second
            // clears the field.
            if (isWanted) press.preventDefault()
            close()
          } else if (press.key === 'ArrowDown' && !isWanted) setWanted(true)
          else if (isWanted) keys.current(press)
        }}
        className="block min-h-11 w-full rounded-soft border border-edge bg-white pl-10 pr-2 text-body placeholder:text-quiet"
      />
      {isWanted && Panel && (
        <Panel
          query={text.trim()}
          listId={listId}
          keys={keys}
          onPopup={setPopup}
          onLeave={() => {
            close()
            setText('')
          }}
        />
      )}
    </Form>
  )
}
