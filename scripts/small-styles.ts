/**
 * Makes Tailwind's output smaller, because its style sheet is a part of every public page. Removes
 * variables with which Tailwind combines utilities, because our pages combine none: custom
 * properties that no rule reads, the variable of border styles (all borders are solid, see
 * ui/reset.css), and the variables of figures other than tabular ones.
 */
export function smallStyles(css: string): string {
  const simple = css
    .replace(/border-(?:\w+-)?style:var\(--tw-border-style\);?/g, '')
    .replace(
      /--tw-numeric-spacing:tabular-nums;font-variant-numeric:[^;}]+/,
      'font-variant-numeric:tabular-nums',
    )
    // Lightning CSS repeats the prefixed declaration.
    .replace(/(-webkit-text-decoration[^;{}]*;)\1+/g, '$1')
  const read = new Set([...simple.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const keep = (text: string, name: string) => (read.has(name) ? text : '')
  return simple
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, keep)
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, keep)
}
