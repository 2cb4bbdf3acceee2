import * as react from 'react/jsx-runtime'

export type { JSX } from 'react'

// Exported under short names of our own: a call through the library's name is longer, and the
// bundles contain thousands of calls.
export const jsx: typeof react.jsx = react.jsx
export const Fragment: typeof react.Fragment = react.Fragment

/**
 * Creates elements with several children. If all children are text, joins them into one text.
 *
 * A browser that translates a page puts each text node inside a `<font>` element. React then
 * changes a text node that is no longer shown, or fails to remove the node (react issue 11538). But
 * if an element's only child is a text, React replaces the element's whole content. So a text that
 * changes must be its element's only child: next to other elements, give it a `<span>`.
 */
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const { children } = props as { children: readonly unknown[] }
  return jsx(type, { ...(props as object), children: joinTexts(children) }, key)
}

/** Joins children that are all texts into one text. Returns any other children unchanged. */
export function joinTexts(children: readonly unknown[]): readonly unknown[] | string {
  const shown = children.filter((child) => child != null && typeof child !== 'boolean')
  const isText = (child: unknown) => typeof child === 'string' || typeof child === 'number'
  return shown[0] !== undefined && shown.every(isText) ? shown.join('') : children
}
