import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** What no page uses: neither may a script that somebody else brings into one. */
const unusedFeatures = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock'],
  ...['serial', 'usb', 'xr-spatial-tracking'],
];
const permissions = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

export interface SecurityOptions {
  readonly isHttps: boolean;
  /** Origins of a video host for media and uploads, if it has another origin. */
  readonly mediaOrigins: readonly string[];
}

/**
 * The content security policy forbids other origins, except for media and uploads of a video host. `unsafe-inline`: the
 * component library injects styles at run time. The policy is parsed once, not for each request. Must be called before the
 * routes are registered.
 */
export function useSecurityHeaders(
  fastify: FastifyInstance,
  { isHttps, mediaOrigins }: SecurityOptions,
): void {
  const addHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
        mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...mediaOrigins],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', permissions);
    addHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
}
