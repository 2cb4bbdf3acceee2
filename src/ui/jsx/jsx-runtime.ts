import type { ElementType, Key } from 'react'
import * as react from 'react/jsx-runtime'

export type { JSX } from 'react'
export { Fragment, jsx } from 'react/jsx-runtime'

/**
 * Elements with several children. If all of them are text, they become one text.
 *
 * A browser that translates a page puts each text node inside a `<font>` of its own. React then
 * changes a text node that is no longer shown, or fails to remove it (react issue 11538). But it
 * replaces the whole content of an element whose only child is a text. So a text that changes must
 * be its element's only child: next to other elements, give it a `<span>`.
 */
export function jsxs(
  type: ElementType,
  props: Record<string, unknown> & { children: readonly unknown[] },
  key?: Key,
) {
  const children = joinTexts(props.children)
  return typeof children === 'string'
    ? react.jsx(type, { ...props, children }, key)
    : react.jsxs(type, props, key)
}

export function joinTexts(children: readonly unknown[]): readonly unknown[] | string {
  const shown = children.filter((child) => child != null && typeof child !== 'boolean')
  const isText = (child: unknown) => typeof child === 'string' || typeof child === 'number'
  return shown.length > 0 && shown.every(isText) ? shown.join('') : children
}
