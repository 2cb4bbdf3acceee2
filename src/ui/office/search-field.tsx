import { type FormEvent, useEffect, useId, useState } from 'react'

/** The delay between typing and the search. Specification section 9 requires it. */
const DEBOUNCE_MS = 300

/** Returns the value once it has not changed for `ms`. */
export function useDebounced(value: string, ms = DEBOUNCE_MS): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

export function SearchField({
  placeholder,
  value,
  onChange,
  inputMode,
  maxLength,
}: {
  placeholder: string
  value: string
  onChange: (value: string) => void
  inputMode?: 'tel' | 'search'
  maxLength: number
}) {
  const id = useId()
  return (
    <search className="min-w-0 flex-1 basis-60">
      <form onSubmit={(event: FormEvent) => event.preventDefault()} className="relative">
        <label htmlFor={id} className="sr-only">
          {placeholder.replace('...', '')}
        </label>
        <svg
          viewBox="0 0 24 24"
          className="pointer-events-none absolute left-3 top-3 size-5 fill-none stroke-quiet stroke-2"
          aria-hidden="true"
        >
          <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21" />
        </svg>
        <input
          id={id}
          type="search"
          inputMode={inputMode}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onChange={(change) => onChange(change.target.value)}
          className="block min-h-11 w-full rounded-soft border border-edge bg-white pl-10 pr-3 text-body placeholder:text-quiet"
        />
      </form>
    </search>
  )
}
