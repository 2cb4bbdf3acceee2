import sheet from './office.css?url'

/** The back office's style sheet; what it dresses is shown once it is there. */
export function OfficeSheet() {
  return <link rel="stylesheet" href={sheet} precedence="office" />
}
