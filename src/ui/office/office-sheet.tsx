import sheet from './office.css?url'

/** Loads the back office's style sheet. React shows the content only when the sheet has loaded. */
export function OfficeSheet() {
  return <link rel="stylesheet" href={sheet} precedence="office" />
}
