/**
 * The style sheet for browsers without cascade layers, which ignore all other styles: width,
 * spacing and the button. `revert-layer` came with cascade layers in every browser.
 */
export const PLAIN_SHEET =
  '@supports not (color:revert-layer){' +
  'body{max-width:640px;margin:auto;padding:16px;font:16px/1.5 sans-serif}' +
  'img{max-width:100%;height:auto}svg{width:24px}svg[role=img]{width:240px}' +
  'li,dl,form,section{margin:16px 0}' +
  'a,button,input,select{display:inline-block;min-height:44px;font:inherit}' +
  'button{padding:0 16px;border:0;background:#b4430c;color:#fff}' +
  'dialog:not([open]){display:none}}'
