/** The mail adapter of this service. */
export const MAILER = Symbol('what sends mail');
