import { Get, Req, Res } from '@nestjs/common';
import { visitorOf, whenClosed } from '@vault/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteAnswer } from './answer.ts';
import type { Notice, Site } from './site.ts';

/** What a visitor asks for. */
export interface Asked {
  /** The parts of the address. */
  readonly params: Readonly<Record<'id' | 'slug' | 'video', string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly request: FastifyRequest;
  /** Whose request it is: visitors take turns. */
  readonly visitor: string;
  /** Aborted when the visitor has gone. */
  readonly gone: AbortSignal;
}

/**
 * Answers an address of the site with what the method makes.
 * @param missing what a page says when there is none; failures of files are those of the API
 */
export function SiteGet(path: string, missing?: Notice) {
  return <Method extends (asked: Asked) => SiteAnswer | Promise<SiteAnswer>>(
    target: { readonly site: Site },
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const make = descriptor.value as unknown as Method;
    const serve = async function (
      this: { readonly site: Site },
      request: FastifyRequest,
      reply: FastifyReply,
    ) {
      const asked = {
        params: request.params as Asked['params'],
        query: request.query as Asked['query'],
        request,
        visitor: visitorOf(request),
        // Only a search waits for long enough.
        get gone() {
          return whenClosed(reply.raw);
        },
      };
      const isEmbedded = asked.query.embed === '1';
      const made = async () => make.call(this, asked);
      const answer = missing ? await this.site.orNotice(missing, isEmbedded, made) : await made();
      return this.site.send(answer, request, reply);
    };
    descriptor.value = serve as unknown as Method;
    Req()(target, name, 0);
    Res()(target, name, 1);
    Get(path)(target, name, descriptor);
  };
}
