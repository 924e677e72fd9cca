import { Controller, Headers, HttpCode, Inject, Post, Req, type RawBodyRequest } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type Rpc } from '@vault/platform';
import type { FastifyRequest } from 'fastify';

/** Webhooks of the video host. Answers 2xx only once the upload service has handled them. */
@Controller('api/webhooks')
export class VideoHostWebhookController {
  constructor(@Inject(RPC) private readonly rpc: Rpc) {}

  @Post('mux')
  @HttpCode(200)
  async receive(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('mux-signature') signature?: string,
  ) {
    if (!request.rawBody || !signature) throw new AppError('unauthenticated', 'This webhook is not signed.');
    const upload = this.rpc.client('upload', uploadRpc.UploadServiceService);
    await upload.receiveWebhook({ body: request.rawBody, signature }, { deadlineMs: 8_000 });
    return { status: 'success' };
  }
}
