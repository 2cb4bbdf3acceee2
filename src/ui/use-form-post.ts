import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FetchApi } from './api.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * A form that is sent without leaving the page. Without script the browser posts it, the page's
 * action sends the same request, and `posted` is its result.
 */
export function useFormPost<T>(
  posted: T | null,
  send: (fetchApi: FetchApi, fields: FormData) => Promise<T>,
) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState(posted)
  const [isBusy, setIsBusy] = useState(false)

  // Moves the focus to the next thing to read: the wrong field, or the result.
  useEffect(() => {
    if (!outcome) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const target = find('[aria-invalid]') ?? find('[role=alert]') ?? find('[role=status]')
    target?.focus()
  }, [outcome])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    setIsBusy(true)
    const became = await send((path, init) => fetch(path, init), fields)
    setIsBusy(false)
    setOutcome(became)
  }

  return {
    outcome,
    isBusy,
    form,
    /** With script the form checks its fields itself, in the page's own words. */
    formProps: { ref: form, method: 'post' as const, noValidate: hydrated, onSubmit },
  }
}
