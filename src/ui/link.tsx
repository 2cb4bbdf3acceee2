import type { ComponentType } from 'react'
import { type LinkProps, Link as RouterLink } from 'react-router'
import { PREFIX } from './language.rules.ts'

type RouterOnly = 'mask' | 'prefetch' | 'relative' | 'viewTransition' | 'defaultShouldRevalidate'
/**
 * Properties of a link, without the properties that only the router understands: the server would
 * write them into the HTML.
 */
export type WayProps = Omit<LinkProps, RouterOnly>

/** Matches a path from the root without dots or double slashes, which the router would remove. */
const PLAIN = /^(?!.*([\\/]{2}|\/\.))\//

/**
 * A link on a public page. In the browser it is the router's link. The server writes plain paths
 * itself, because the router's link took an eighth of the time to render a page with eighty links
 * (decisions/0080).
 */
export const Link: ComponentType<WayProps> = import.meta.env.SSR ? WrittenLink : RouterLink

/** A link as the server writes it into HTML. `prefix` is the language's path prefix. */
export function WrittenLink({ prefix = PREFIX, ...props }: WayProps & { prefix?: string }) {
  const { to, discover, reloadDocument, replace, state, preventScrollReset, ...rest } = props
  if (typeof to !== 'string' || !PLAIN.test(to)) return <RouterLink {...props} />
  // The Swahili home page is '/sw', without a slash at the end.
  const href = prefix ? prefix + to.replace(/^\/(?=[?#]|$)/, '') : to
  return <a {...rest} href={href} data-discover={discover === 'none' ? undefined : 'true'} />
}
