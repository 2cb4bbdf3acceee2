import { column, type Entry, plain } from './register.rules.ts'

const SELLING = 'selling for an organizer'

/** How tickets are sold: types, prices, codes and sellers. */
export const SELLING_TABLES: Readonly<Record<string, Entry>> = {
  event_day: plain('event_id n date time cancelled_at'),
  pool: plain('id event_id name'),
  price_step: plain('id ticket_type_id position name price_cents starts_at ends_at limit_id'),
  promo_code: plain(
    'id event_id code code_fold digits kind percent value_cents is_for_all_types max_per_phone starts_at ends_at seller_id batch_id created_at ended_at',
  ),
  promo_code_type: plain('promo_code_id ticket_type_id'),
  sale_limit: plain('id event_id kind capacity held sold'),
  seller: {
    person: {
      name: column('name of a seller', SELLING, 'sale', 'staff'),
      phone: column('phone number of a seller', SELLING, 'sale', 'emptied'),
    },
    plain: 'id event_id number basis_points per_ticket_cents visits created_at ended_at',
  },
  answer: {
    person: {
      value: column(
        'answer to a question of an organizer, such as a name or a size',
        'what the organizer prepares for a visitor',
        'answers',
        'deleted',
      ),
    },
    plain: 'ticket_id question_id person at',
  },
  answer_reminder: plain('ticket_id event_id asked_at ended_at'),
  question: plain(
    'id event_id position text_en text_sw why_en why_sw kind choices type_ids per until is_at_door created_at archived_at',
  ),
  order_source: plain(
    'order_id seller_id basis_points per_ticket_cents utm_source utm_medium utm_campaign utm_term utm_content',
  ),
  ticket_type: plain(
    'id event_id name description price_cents max_per_order capacity held sold type_offset first_sold_at archived_at created_at updated_at closed_at sale_from sale_until is_free lowest_cents suggested_cents highest_cents is_hidden sold_at_door sold_in min_per_order kind pool_id day_numbers once_in_all',
  ),
  ticket_type_gate: plain('ticket_type_id gate_id'),
}
