export * from './mail.config.ts';
export * from './mailer-of.ts';
export * from './mailer.ts';
