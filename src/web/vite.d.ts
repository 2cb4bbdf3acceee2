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
   * Constants of the build. Code for only the server or only the browser is left out of the other
   * bundle.
   */
  readonly env: { readonly SSR: boolean; readonly PROD: boolean }
}
