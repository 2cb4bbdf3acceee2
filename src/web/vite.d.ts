declare module '*.css'
declare module '*.css?url' {
  const address: string
  export default address
}

declare module '*.wasm?url' {
  const address: string
  export default address
}

interface ImportMeta {
  /** Known when the pages are built: what only one side does is left out of the other's files. */
  readonly env: { readonly SSR: boolean; readonly PROD: boolean }
}
