import {
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Post,
  UseGuards,
  type CanActivate,
  type DynamicModule,
} from '@nestjs/common';
import { z } from 'zod';
import { AppError, COMMAND_BUS, currentActor, LOGGER, RPC, withActor, type Logger } from '@vault/base';
import type { CommandBus, MessageConsumer, MessageHandlers } from '@vault/messaging';
import { RpcController, type Rpc } from '@vault/rpc';
import { defineService } from '../host/define-service.ts';
import { TakesForm } from '../http/form-body.ts';

const json = {
  requestSerialize: (value: { say: string }) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (value: Buffer) => JSON.parse(value.toString()) as { say: string },
  responseSerialize: (value: { said: string }) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (value: Buffer) => JSON.parse(value.toString()) as { said: string },
};

/** One call that returns its text, or fails for some texts. */
export const relayRpc = {
  ask: { path: '/relay.v1.RelayService/ask', requestStream: false, responseStream: false, ...json },
} as const;

@Injectable()
class LoggingGuard implements CanActivate {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  canActivate(): boolean {
    this.logger.info({}, 'guard');
    return true;
  }
}

@Controller('api')
@UseGuards(LoggingGuard)
class RelayController {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Get('secret-fault')
  fault(): never {
    throw new TypeError('the secret at 10.0.0.7');
  }

  @Get('unauthenticated')
  unauthenticated(): never {
    throw new AppError('unauthenticated', 'Unauthorized');
  }

  @Get('wrong-password')
  wrongPassword(): never {
    throw new AppError('unauthenticated', 'The password is wrong.');
  }

  @Get('borrowed-word')
  borrowedWord(): never {
    throw new AppError('conflict', 'Forbidden');
  }

  @Post('relay')
  relay(@Body() body: { say: string }) {
    this.logger.info({}, 'controller');
    return withActor(
      () => ({ id: 'ada', address: '203.0.113.7' }),
      () => this.passOn(body),
    );
  }

  @Post('form')
  @TakesForm()
  form(@Body() body: Record<string, string>) {
    return { status: 'success', data: body };
  }

  private async passOn(body: { say: string }) {
    const answer = await this.rpc.client('upload', relayRpc).ask({ say: body.say });
    const data = { videoId: 'video', ownerId: 'owner' };
    await this.commands.send('upload.delete-video.v1', data, { subject: 'video' });
    return { status: 'success', data: answer };
  }
}

@Module({})
class RelayGatewayModule {
  static register(platform: DynamicModule): DynamicModule {
    return { module: RelayGatewayModule, imports: [platform], controllers: [RelayController] };
  }
}

@RpcController(relayRpc)
class RelayGrpc {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  ask({ say }: { say: string }): Promise<{ said: string }> {
    this.logger.info({ actor: currentActor() }, 'call');
    if (say === 'wait')
      throw new AppError('too-many-requests', 'Too many of them.', { retryAfterMs: 90_500 });
    if (say === 'fail') throw new TypeError('the secret at 10.0.0.7');
    return Promise.resolve({ said: say });
  }
}

@Injectable()
class RelayCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.delete-video.v1': () => {
      this.logger.info({ actor: currentActor() }, 'handler');
      return Promise.resolve();
    },
  };

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}
}

@Module({})
class RelayOwnerModule {
  static register(platform: DynamicModule): DynamicModule {
    const [controllers, providers] = [[RelayGrpc], [RelayCommands]];
    return { module: RelayOwnerModule, imports: [platform], controllers, providers };
  }
}

/** Two small services for the platform's tests: a request to one makes a call and sends a command to the other. */
export const relayServices = [
  defineService({
    name: 'gateway',
    config: z.object({}),
    module: (platform) => RelayGatewayModule.register(platform),
    outcomeDelivery: 'immediate',
  }),
  defineService({
    name: 'upload',
    config: z.object({}),
    module: (platform) => RelayOwnerModule.register(platform),
    rpc: relayRpc,
    consumers: [RelayCommands],
  }),
];
