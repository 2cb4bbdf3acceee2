import { comedy } from './comedy.ts'
import { concerts } from './concerts.ts'
import { festivals } from './festivals.ts'
import { CATEGORY_NAMES, type SampleEvent, sampleId } from './sample-event.ts'
import { sports } from './sports.ts'
import { theater } from './theater.ts'

const written = {
  Concerts: concerts,
  Festivals: festivals,
  Theater: theater,
  Sports: sports,
  Comedy: comedy,
}

/** The events that are upcoming at the first start of a sandbox. */
export const sampleEvents: SampleEvent[] = CATEGORY_NAMES.flatMap((category) =>
  written[category].map((event) => ({ id: sampleId(event.key), ...event, category })),
)
