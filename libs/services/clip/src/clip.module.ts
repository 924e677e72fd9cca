import { Module, type DynamicModule } from '@nestjs/common';
import { ClipCommands } from './clip.commands.ts';
import { ClipGrpc } from './clip.grpc.ts';

@Module({})
export class ClipModule {
  static register(platform: DynamicModule): DynamicModule {
    return { module: ClipModule, imports: [platform], controllers: [ClipGrpc], providers: [ClipCommands] };
  }
}
