type EmailText = { subject: string; before: string; button: string; after: string }

/** Texts of emails to account holders. The link is between `before` and `after`. */
export const EMAILS: Record<
  | 'confirm'
  | 'reset'
  | 'known'
  | 'changed'
  | 'guessed'
  | 'factorOn'
  | 'factorOff'
  | 'newCodes'
  | 'recoveryUsed'
  | 'wrongCodes'
  | 'factorDue',
  EmailText
> = {
  confirm: {
    subject: 'Confirm your email for Lango',
    before: 'Welcome to Lango. Confirm your email to start using Lango:',
    button: 'Confirm email',
    after: "The link works for 48 hours. If you didn't sign up, ignore this email.",
  },
  reset: {
    subject: 'Reset your Lango password',
    before:
      'We received a request to reset the password of your Lango account. Choose a new one here:',
    button: 'Choose a new password',
    after:
      "The link works once, for one hour. If you didn't ask for it, ignore this email: your password stays the same.",
  },
  known: {
    subject: 'You already have a Lango account',
    before:
      'Someone tried to sign up at Lango with your email address, which already has an account. Nothing was changed. If it was you and you forgot your password, reset it here:',
    button: 'Reset password',
    after: "If it wasn't you, you don't need to do anything.",
  },
  guessed: {
    subject: 'Unusual sign-in attempts on your Lango account',
    before:
      "There were many sign-in attempts with a wrong password on your Lango account today. For one day, only devices you've used before can sign in. Your password stays the same. If you also use it elsewhere, or if it is easy to guess, choose a new one here:",
    button: 'Choose a new password',
    after:
      "If it was you and you forgot your password, use the same link. Otherwise you don't need to do anything.",
  },
  changed: {
    subject: 'Your Lango password was changed',
    before:
      "The password of your Lango account was changed, and all other devices were signed out. If it was you, you don't need to do anything. If it wasn't, secure your account here:",
    button: 'Reset password',
    after: 'You can also reply to this email.',
  },
  factorOn: {
    subject: 'Two-step sign-in is on for your Lango account',
    before:
      "Signing in to your Lango account now needs a code from the app that was just set up. All other devices were signed out. If it was you, you don't need to do anything. If it wasn't, choose a new password here, and reply to this email:",
    button: 'Choose a new password',
    after: 'Without the app you can sign in with a recovery code.',
  },
  factorOff: {
    subject: 'Two-step sign-in of your Lango account was switched off',
    before:
      "Signing in to your Lango account no longer needs a code. If it was you, or if you asked us for it, you don't need to do anything. If not, choose a new password here, and reply to this email:",
    button: 'Choose a new password',
    after: 'You can switch it on again under Account.',
  },
  newCodes: {
    subject: 'New recovery codes for your Lango account',
    before:
      "New recovery codes were made for your Lango account, and the earlier ones no longer work. If it was you, you don't need to do anything. If it wasn't, choose a new password here, and reply to this email:",
    button: 'Choose a new password',
    after: 'Each code works once, in place of a code from your app.',
  },
  recoveryUsed: {
    subject: 'A recovery code of your Lango account was used',
    before:
      "A recovery code was used in place of a code from your app. If it was you, you don't need to do anything. If it wasn't, choose a new password here, and reply to this email:",
    button: 'Choose a new password',
    after: 'You can make new recovery codes under Account.',
  },
  wrongCodes: {
    subject: 'Someone knows the password of your Lango account',
    before:
      'Someone entered the right password of your Lango account, and then five wrong codes. They did not get in. If it was not you, choose a new password now:',
    button: 'Choose a new password',
    after: 'If your app shows wrong codes, set the time of your phone to automatic.',
  },
  factorDue: {
    subject: 'Switch on two-step sign-in for your Lango account',
    before:
      'Your team on Lango now has a member who can approve payouts. The account of the team, and each member who can do this, must sign in with a password and a code from an app. Switch it on under Account within 24 hours:',
    button: 'Open Account',
    after:
      'After 24 hours you are signed out, and you set it up when you sign in again. If you did not expect this, reply to this email.',
  },
}
