import { useEffect, useEffectEvent } from 'react'

/** The forms on screen; each answers whether something typed into it has not been saved. */
const forms = new Set<() => boolean>()

/** As long as it is shown, a form is asked before its tab is closed, and by `isAnythingUnsaved`. */
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

/** For actions that end everything on the screen, such as a sign-out. */
export function isAnythingUnsaved(): boolean {
  return [...forms].some((isDirty) => isDirty())
}
