/**
 * The print style sheet of a page of which only the part with this class is printed. The head of a
 * table is repeated on each sheet, and each table begins on a sheet of its own.
 */
export function PrintedPart({ name }: { name: string }) {
  const part = `.${name}`
  return (
    <style>{`@page{size:A4;margin:12mm 10mm 14mm;@bottom-right{content:counter(page) " / " counter(pages);font:9pt sans-serif}}
@media print{
body *:not(${part},${part} *,:has(${part})){display:none!important}
:has(${part}){display:block!important;min-height:0!important;max-width:none!important;margin:0!important;padding:0!important}
${part} table{break-before:page}
${part} table:first-of-type{break-before:auto}
${part} tr{break-inside:avoid}
${part} :is(td,th){padding:.5mm 2mm!important;line-height:1.25}
}`}</style>
  )
}

/** A cell of a printed table. */
export const PRINTED_CELL = 'border border-line px-2 py-1 text-left'
