import { useEffect, useEffectEvent } from 'react'

/** The forms on the screen. Each function returns whether its form has unsaved input. */
const forms = new Set<() => boolean>()

/**
 * Registers a form while it is on the screen. The browser then asks for confirmation before the tab
 * is closed with unsaved input, and `isAnythingUnsaved` includes the form.
 */
export function useUnsaved(isDirty: () => boolean): void {
  const ask = useEffectEvent(isDirty)
  useEffect(() => {
    const form = () => ask()
    const onUnload = (event: BeforeUnloadEvent) => {
      if (ask()) event.preventDefault()
    }
    forms.add(form)
    addEventListener('beforeunload', onUnload)
    return () => {
      forms.delete(form)
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
}

/**
 * Whether any form on the screen has unsaved input, for actions that close all forms, such as
 * signing out.
 */
export function isAnythingUnsaved(): boolean {
  return [...forms].some((isDirty) => isDirty())
}
