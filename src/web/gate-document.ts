import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import { FLOOR_TEXT } from '../ui/browser-floor.ts'
import { START_SCRIPT } from './start-script.ts'

/** Shown if the script does not run or fails. The style sheet may not apply. */
const NO_SCRIPT =
  '<div style="max-width:30em;margin:auto;padding:16px;background:#fff;color:#14110e">' +
  '<h1>Lango Gate does not run here.</h1>' +
  `<p>It needs JavaScript, in ${FLOOR_TEXT}. Update the browser, or use another phone.</p>` +
  '<p>If your browser is new enough, load this page again.</p></div>'

export type GateFiles = {
  /** The folder of the built files, or null if Vite serves them. */
  folder: string | null
  entry: string
  /** The style sheet's text. It is inlined, which saves a request before the first paint. */
  css: string
  extraHead: string
  /** A version of all files together, which the phone reports to the server. */
  version: string
}

/**
 * The gate app's HTML. All stewards get the same HTML: name and event of the phone are stored on
 * the phone.
 */
export function writeGateDocument(files: GateFiles): string {
  return [
    `<!doctype html><html lang="en" data-app="${escapeHtml(files.version)}"><head>`,
    '<meta charset="utf-8"><title>Lango Gate</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="description" content="Lets people in at the gate of an event.">',
    '<meta name="robots" content="noindex">',
    '<meta name="theme-color" content="#14110e">',
    '<link rel="manifest" href="/gate/manifest.webmanifest">',
    '<link rel="icon" href="/gate/icon-192.png"><link rel="apple-touch-icon" href="/gate/icon-192.png">',
    `<script>${START_SCRIPT}</script>`,
    files.extraHead,
    files.css && `<style>${files.css}</style>`,
    `<script type="module" src="${escapeHtml(files.entry)}"></script></head>`,
    `<body><div id="root"></div><noscript>${NO_SCRIPT}</noscript></body></html>`,
  ].join('')
}

export const GATE_MANIFEST = {
  id: '/gate/',
  name: 'Lango Gate',
  short_name: 'Gate',
  description: 'Lets people in at the gate of an event.',
  start_url: '/gate/',
  scope: '/gate/',
  display: 'standalone',
  orientation: 'portrait',
  background_color: '#14110e',
  theme_color: '#14110e',
  icons: [
    { src: '/gate/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/gate/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/gate/icon-mask-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
