import { twin } from '../messages/twin.rules.ts'

/**
 * Texts of pages that are not rendered with React: the server or the ticket service worker writes
 * them.
 */
export const SERVER_PAGES = {
  busy: twin('Many people are here right now', 'Kuna watu wengi sasa hivi'),
  loadsAgain: twin(
    'This page loads again by itself in {seconds} seconds. Nothing was charged.',
    'Ukurasa huu utafunguka tena wenyewe baada ya sekunde {seconds}. Hukutozwa chochote.',
  ),
  tryNow: twin('Try now', 'Jaribu sasa'),
  kept: twin(
    'What you entered is kept, and nothing was charged. Wait a few seconds, then send it again.',
    'Ulichoandika kimehifadhiwa, na hukutozwa chochote. Subiri sekunde chache, kisha ukitume tena.',
  ),
  sendAgain: twin('Send again', 'Tuma tena'),
  fault: twin('Something went wrong', 'Kuna hitilafu'),
  notShown: twin(
    'This page could not be shown. Please try again.',
    'Ukurasa huu haukuweza kuonyeshwa. Tafadhali jaribu tena.',
  ),
  number: twin('Error number {id}', 'Nambari ya hitilafu {id}'),
  home: twin('Back to Home', 'Rudi Mwanzo'),
}

/** Shown offline by web/ticket-worker.js for a ticket that this phone has never opened. */
export const OFFLINE_TICKET = {
  title: twin('You are offline.', 'Huna mtandao.'),
  text: twin(
    'This ticket was not opened on this phone before. Your SMS has its number, which is enough at the gate. This page tries again every 5 seconds.',
    'Tiketi hii haijawahi kufunguliwa kwenye simu hii. SMS yako ina nambari yake, ambayo inatosha langoni. Ukurasa huu hujaribu tena kila sekunde 5.',
  ),
}

/** The app's name below its icon on the home screen. */
export const TICKET_APP = { name: twin('Ticket', 'Tiketi') }
