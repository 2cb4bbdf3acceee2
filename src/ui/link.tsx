import type { ComponentType } from 'react'
import { type LinkProps, Link as RouterLink } from 'react-router'
import { PREFIX } from './language.rules.ts'

type RouterOnly = 'mask' | 'prefetch' | 'relative' | 'viewTransition' | 'defaultShouldRevalidate'
/**
 * Link properties. Leaves out the properties of the router, which the server would write into the
 * page.
 */
export type WayProps = Omit<LinkProps, RouterOnly>

/** A path from the root, without dots or double slashes, which the router would remove. */
const PLAIN = /^(?!.*([\\/]{2}|\/\.))\//

/**
 * A way to another page, from the pages that visitors see. The server writes down an address that
 * begins at the root as it is: to ask the router, as the browser does for its clicks, was an eighth of
 * drawing a page with eighty of them (decisions/0080).
 */
export const Link: ComponentType<WayProps> = import.meta.env.SSR ? WrittenLink : RouterLink

/** A link in HTML that the server writes, for pages under `prefix`. */
export function WrittenLink({ prefix = PREFIX, ...props }: WayProps & { prefix?: string }) {
  const { to, discover, reloadDocument, replace, state, preventScrollReset, ...rest } = props
  if (typeof to !== 'string' || !PLAIN.test(to)) return <RouterLink {...props} />
  // The home page has no slash behind the language.
  const href = prefix ? prefix + to.replace(/^\/(?=[?#]|$)/, '') : to
  return <a {...rest} href={href} data-discover={discover === 'none' ? undefined : 'true'} />
}
