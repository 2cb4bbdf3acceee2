type EmailText = { subject: string; before: string; button: string; after: string }

/** Texts of emails to account holders. The link is between `before` and `after`. */
export const EMAILS: Record<'confirm' | 'reset' | 'known' | 'changed' | 'guessed', EmailText> = {
  confirm: {
    subject: 'Confirm your address for Lango',
    before:
      'Welcome to Lango. Confirm that this address is yours, with the password that you chose or with a new one; then you can sign in:',
    button: 'Confirm my address',
    after:
      'The link is good for 48 hours. If you did not sign up at Lango, leave it: somebody typed your address, and without you nothing comes of it.',
  },
  reset: {
    subject: 'A new password for Lango',
    before: 'Somebody asked for a new password for your Lango account. Choose one here:',
    button: 'Choose a new password',
    after:
      'The link is good for one hour and once. If it was not you, leave it: your password stays as it is.',
  },
  known: {
    subject: 'You already have a Lango account',
    before:
      'Somebody tried to sign up at Lango with your address, which has an account already. Nothing was changed. If it was you and the password is forgotten, ask for a new one here:',
    button: 'Forgot password',
    after: 'If it was not you, there is nothing to do.',
  },
  guessed: {
    subject: 'Somebody is trying passwords for your Lango account',
    before:
      'There were many sign-ins with a wrong password for your Lango account today. For a day only browsers that have signed in to it before get in. Your password stays as it is. If you use it elsewhere too, or it is easy to guess, choose a new one here:',
    button: 'Choose a new password',
    after:
      'If it was you and the password is forgotten, the same link helps. Otherwise there is nothing to do.',
  },
  changed: {
    subject: 'Your Lango password was changed',
    before:
      'The password of your Lango account was changed, and all other devices were signed out. If it was you, there is nothing to do. If it was not, take your account back here:',
    button: 'Forgot password',
    after: 'You can also answer this e-mail.',
  },
}
