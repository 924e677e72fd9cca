import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { beginEndlessAnswer } from '@vault/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { EventStreamsService } from './event-streams.service.ts';

@Controller('api/events')
@UseGuards(UserGuard)
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @Get()
  async open(
    @CurrentCaller() { user }: Caller,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const stream = this.streams.open(user.id, headers.authorization);
    // Also after a HEAD request, whose answer does not read the stream.
    reply.raw.once('close', () => stream.destroy());
    beginEndlessAnswer(reply.raw, () => stream.end());
    // Without this header nginx buffers answers.
    await reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
  }
}
