import { comedy } from './comedy.ts'
import { concerts } from './concerts.ts'
import { festivals } from './festivals.ts'
import type { CategoryName, SampleEvent } from './sample-event.ts'
import { sports } from './sports.ts'
import { theater } from './theater.ts'

export const sampleEvents: Record<CategoryName, SampleEvent[]> = {
  Concerts: concerts,
  Festivals: festivals,
  Theater: theater,
  Sports: sports,
  Comedy: comedy,
}
