import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { EventStreamsService } from './event-streams.service.ts';
import { sendEvents } from './send-events.ts';

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
    await sendEvents(reply, this.streams.open(user.id, headers.authorization));
  }
}
