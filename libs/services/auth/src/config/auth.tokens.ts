/** The mail adapter of this service. */
export const MAILER = Symbol('the mailer');
