/**
 * Prints only the tickets, each of A6 size: four on an A4 sheet, and shorter ones on a Letter
 * sheet. Their edges are white, because printers leave a margin.
 */
const SHEET = `@page{margin:0}
@media print{
:has(.paper-cell){display:block!important;min-height:0!important;max-width:none!important;margin:0!important;padding:0!important}
.paper-sheet{display:grid!important;grid-template-columns:105mm 105mm!important;gap:0!important}
.paper-cell{box-sizing:border-box;width:105mm;max-width:none!important;height:148mm;margin:0!important;padding:6mm!important;overflow:hidden;break-inside:avoid}
.paper-cell>*{zoom:.66}
.paper-cell svg[role=img]{width:200px;height:200px}
.paper-cell div:has(>svg[role=img]){padding:18px!important}
.paper-cell p{overflow-wrap:anywhere}
}
@media print and (max-width:150mm){
.paper-sheet{grid-template-columns:105mm!important}
.paper-cell{break-after:page}
.paper-cell:last-child{break-after:auto}
}
@media print and (min-width:151mm) and (max-height:285mm){
.paper-cell{height:138mm;padding:4mm!important}
}
@media (display-mode:standalone){.home-hint{display:none}}`

/** Loads the style sheet only in pages that show tickets. */
export function PrintSheet() {
  return <style>{SHEET}</style>
}
