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
  /**
   * Constants of the build. The build removes code that only the server runs from the browser's
   * bundle, and code that only the browser runs from the server's.
   */
  readonly env: { readonly SSR: boolean; readonly PROD: boolean }
}
