import { Controller, Res } from '@nestjs/common';
import { videoRoutes as routes } from '@vault/contracts/openapi';
import type { FastifyReply } from 'fastify';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { EventStreamsService } from './event-streams.service.ts';
import { sendEvents } from './send-events.ts';

@Controller()
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  @Route(routes.followVideos)
  async open({ caller, request }: RequestOf<typeof routes.followVideos>, @Res() reply: FastifyReply) {
    await sendEvents(reply, this.streams.open(caller, credentialsOf(request)));
  }
}
