import { declareErrors } from '../platform/errors.ts'

export class QuestionError extends declareErrors({
  question_answered: [
    409,
    'This question has answers, so it cannot change. Remove it and add a new one.',
  ],
  questions_stale: [409, 'The questions have changed. Reload the page.'],
  nobody_to_remind: [409, 'Everyone has answered or was reminded before.'],
  no_questions_waiting: [409, 'No questions of this event wait for a decision.'],
  answers_closed: [409, 'This ticket takes no more answers.', 'Tiketi hii haipokei majibu tena.'],
  wrong_answers_code: [
    422,
    'Wrong or expired code. Please check the SMS.',
    'Msimbo wa uthibitisho si sahihi au muda wake umeisha. Tafadhali angalia SMS.',
  ],
}) {}
