import * as react from 'react/jsx-dev-runtime'
import { joinTexts } from './jsx-runtime.ts'

export type { JSX } from 'react'
export { Fragment } from 'react/jsx-dev-runtime'

/** Like `jsxs` of jsx-runtime.ts, for the development server. */
export function jsxDEV(...[type, props, key, isStatic, ...rest]: Parameters<typeof react.jsxDEV>) {
  const { children } = props as { children?: unknown }
  const joined = isStatic ? joinTexts(children as unknown[]) : null
  return typeof joined === 'string'
    ? react.jsxDEV(type, { ...(props as object), children: joined }, key, false, ...rest)
    : react.jsxDEV(type, props, key, isStatic, ...rest)
}
