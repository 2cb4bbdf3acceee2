import * as react from 'react/jsx-runtime'

export type { JSX } from 'react'

// Own names, because a call of the library's is longer in each of the thousand places.
export const jsx: typeof react.jsx = react.jsx
export const Fragment: typeof react.Fragment = react.Fragment

/**
 * Elements with several children. If all of them are text, they become one text.
 *
 * A browser that translates a page puts each text node inside a `<font>` of its own. React then
 * changes a text node that is no longer shown, or fails to remove it (react issue 11538). But it
 * replaces the whole content of an element whose only child is a text. So a text that changes must
 * be its element's only child: next to other elements, give it a `<span>`.
 */
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const { children } = props as { children: readonly unknown[] }
  return jsx(type, { ...(props as object), children: joinTexts(children) }, key)
}

/** The children as one text, if they are texts and nothing else; otherwise as they are. */
export function joinTexts(children: readonly unknown[]): readonly unknown[] | string {
  const shown = children.filter((child) => child != null && typeof child !== 'boolean')
  const isText = (child: unknown) => typeof child === 'string' || typeof child === 'number'
  return shown[0] !== undefined && shown.every(isText) ? shown.join('') : children
}
