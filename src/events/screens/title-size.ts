/** The number of characters above which a title is smaller on a phone. */
const LONG_TITLE = 40

/** The class for the size of an event's title on a phone. */
export function titleSize(title: string): string {
  return title.length > LONG_TITLE ? 'text-heading' : 'text-title'
}
