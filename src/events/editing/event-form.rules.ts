/** Texts, limits and defaults of specification section 5. The form and the server use them. */
export const REQUIRED_TEXT = 'Please fill in all required fields and upload an image'
/** An organizer's draft needs nothing but a title. */
export const TITLE_TEXT = 'Please add a title. All else can wait until you submit the draft.'
export const NO_TYPE_TEXT = 'At least one ticket type must remain.'

export const TITLE_MAX = 200
export const LOCATION_MAX = 200
export const DESCRIPTION_MAX = 20_000
export const TYPE_NAME_MAX = 60
export const STEP_NAME_MAX = 40
/** The most price steps of a ticket type. */
export const STEPS_MAX = 6
export const TYPE_DESCRIPTION_MAX = 200
export const PRICE_MAX_KES = 10_000_000
export const ATTENDEES_MAX = 10_000_000
export const QUANTITY_MAX = 1_000_000
export const MAX_PER_ORDER_MAX = 1000
export const MAX_PER_PHONE_MAX = 1000
/**
 * The most gates that an event can have in addition to the main gate. The list on a gate phone has
 * no room for more.
 */
export const GATES_MAX = 31
export const GATES_TEXT = 'An event can use up to 31 gates: gate phones have room for no more.'

/**
 * The fields of an event that only admins set. The API ignores these fields if an organizer sends
 * them.
 */
export const ONLY_ADMINS_SET = [
  'organizer_id',
  'is_published',
  'is_main_event',
  'is_featured',
] as const

/** The most drafts that an organizer may create in 24 hours. */
export const DRAFTS_A_DAY = 10

export const FIRST_TYPE = {
  name: 'Standard',
  description: 'Regular admission',
  price: 0,
  max_per_order: 4,
  quantity: 100,
  type_offset: 0,
} as const

export const ADDED_TYPE = {
  name: '',
  description: '',
  price: 0,
  max_per_order: 4,
  quantity: 100,
} as const
