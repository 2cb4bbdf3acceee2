import { twin } from '../messages/twin.rules.ts'

/**
 * Texts of pages that are not rendered with React: the server or the ticket service worker writes
 * them.
 */
export const SERVER_PAGES = {
  busy: twin("We're very busy right now", 'Tuna wateja wengi sasa hivi'),
  loadsAgain: twin(
    'This page will reload automatically in {seconds} seconds. Nothing was charged.',
    'Ukurasa huu utafunguka tena wenyewe baada ya sekunde {seconds}. Hukutozwa chochote.',
  ),
  tryNow: twin('Try now', 'Jaribu sasa'),
  kept: twin(
    'What you entered is saved, and nothing was charged. Wait a few seconds, then send it again.',
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
  title: twin("You're offline.", 'Huna mtandao.'),
  text: twin(
    'This ticket has not been opened on this phone before. The ticket number in your SMS is enough at the gate. This page tries again every 5 seconds.',
    'Tiketi hii haijawahi kufunguliwa kwenye simu hii. Nambari ya tiketi iliyo kwenye SMS yako inatosha langoni. Ukurasa huu hujaribu tena kila sekunde 5.',
  ),
}

/** The app's name below its icon on the home screen. */
export const TICKET_APP = { name: twin('Ticket', 'Tiketi') }
