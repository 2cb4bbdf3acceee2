import { DEFAULT_CATEGORY } from '../event.rules.ts'
import { categoryWords } from './category.rules.ts'

/** The name of an event's category for visitors. Empty if the event has no category. */
export const shownCategory = (name: string): string =>
  name === DEFAULT_CATEGORY ? '' : categoryWords(name)
