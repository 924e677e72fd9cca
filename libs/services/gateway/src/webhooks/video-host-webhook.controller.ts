import { Controller, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyRequest } from 'fastify';

/** Webhooks of the video host. Answers 2xx only once the upload service has handled them. */
@Controller('api/webhooks')
export class VideoHostWebhookController {
  constructor(@InjectClient('upload') private readonly upload: ClientOf<'upload'>) {}

  @Post('mux')
  @HttpCode(200)
  async receive(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('mux-signature') signature?: string,
  ) {
    if (!request.rawBody || !signature) throw new AppError('unauthenticated', 'This webhook is not signed.');
    await this.upload.receiveWebhook({ body: request.rawBody, signature }, { deadlineMs: 8_000 });
    return { status: 'success' };
  }
}
