export const contactStrings = {
  title: 'Send Feedback',
  description: 'Tell us what is broken, missing or slow in Webinar Vault.',
  lead: 'Tell us what is broken, missing or slow. Two sentences are enough.',
  type: 'Type',
  types: ['Bug Report', 'Feature Request', 'General Feedback', 'Performance Issue'],
  subject: 'Subject',
  message: 'Message',
  email: 'Email (optional)',
  submit: 'Send feedback',
  notice: 'Your feedback is recorded in this browser. Nothing is sent.',
  thanksTitle: 'Thank you',
  thanks:
    'Your feedback is recorded in this browser; nothing was sent. If you want an answer, send it as an e-mail too.',
  notKept:
    'This browser does not store data at the moment, so your feedback could not be recorded. Please send it as an e-mail.',
  asMail: 'Send it as an e-mail',
  copyText: 'Copy text',
  copied: 'Copied.',
  copyFailed: 'The browser blocked copying. Select the text and copy it yourself.',
  orWrite: 'For an answer, write an e-mail:',
  another: 'Write another',
} as const;
