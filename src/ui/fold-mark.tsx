/** The arrow at the end of a summary; it turns when the `group` around it opens. */
export function FoldMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      className="shrink-0 fill-none stroke-current stroke-2 transition-transform group-open:rotate-180"
    >
      <path d="m5 9 7 7 7-7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
