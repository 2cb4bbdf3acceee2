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
   * Constants of the build. With them, code for the server alone is left out of the browser's
   * bundle, and the reverse.
   */
  readonly env: { readonly SSR: boolean; readonly PROD: boolean }
}
