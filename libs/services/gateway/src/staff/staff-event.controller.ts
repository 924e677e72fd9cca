import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendEvents } from '../events/send-events.ts';
import { StaffStreamsService } from './staff-streams.service.ts';

/** A stream without events, which ends when the session of a member of staff ends. */
@Controller('api/admin/events')
export class StaffEventController {
  constructor(private readonly streams: StaffStreamsService) {}

  /** Without a guard, whose check would be a use of the session. */
  @Get()
  async open(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply) {
    await sendEvents(reply, await this.streams.open(headers.authorization));
  }
}
