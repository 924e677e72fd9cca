export const registrationStrings = {
  title: 'Create your vault',
  email: 'Email address',
  firstname: 'First name',
  lastname: 'Last name',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  confirm: 'Confirm password',
  plan: 'Plan',
  submit: 'Create account',
  busy: 'Creating your account…',
  mismatch: 'Passwords do not match.',
  known: 'Already registered?',
  signIn: 'Sign in',
  /** Names the plan as on the landing page. */
  named: (plan: string) => `The plan ${plan}:`,
  freeFacts: '3 days free, 2 videos at a time, 50K tokens a month',
  executiveFacts: '$14 a month, 20 videos at a time, 1M tokens a month',
} as const;
