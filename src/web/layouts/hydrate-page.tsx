import { type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

declare global {
  interface Window {
    /** Set by the inline script until the page's script takes over (web/start-script.ts). */
    __giveUp?: ((fault: unknown) => void) | null
  }
}

/**
 * Hydrates the page. The page has started once the effects of the first rendering have run. If the
 * page fails earlier, restores the server's HTML with the typed values and calls `giveUp`: the HTML
 * works without script, and an error page does not.
 */
export function hydratePage(page: ReactNode, giveUp: (fault: unknown) => void): void {
  const root = document.getElementById('root')!
  const { innerHTML } = root
  const { title } = document
  const typed = fieldsOf(root)
  let isStarting = true
  const onFault = (report: (fault: unknown) => void) => (fault: unknown) => {
    if (!isStarting) return report(fault)
    isStarting = false
    // React is still rendering, so unmount in the next microtask, before the browser paints.
    queueMicrotask(() => {
      const plain = root.cloneNode() as HTMLElement
      plain.innerHTML = innerHTML
      fieldsOf(plain).forEach((field, index) => {
        const { value, checked } = typed[index]!
        Object.assign(field, { value, checked })
      })
      root.replaceWith(plain)
      giveUp(fault)
      tree.unmount()
      document.title = title
    })
  }
  const onStart = () => {
    isStarting = false
  }
  const tree = hydrateRoot(root, <Started onStart={onStart}>{page}</Started>, {
    onCaughtError: onFault(console.error),
    onUncaughtError: onFault(reportError),
  })
}

const fieldsOf = (root: HTMLElement) =>
  root.querySelectorAll<HTMLInputElement>('input:not([type=file]), select, textarea')

function Started({ onStart, children }: { onStart: () => void; children: ReactNode }) {
  // Effects of children run first. React renders again after a failed effect before the timer runs.
  useEffect(() => {
    setTimeout(onStart)
  }, [onStart])
  return children
}
