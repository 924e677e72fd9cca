import { Injectable, Module, type Type } from '@nestjs/common';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import { Schema, type Model } from 'mongoose';
import { z } from 'zod';
import { startTestServices, type TestServices } from '../testing/start-test-service.ts';
import { defineService } from './define-service.ts';

interface Thing {
  name: string;
}

@Injectable()
class AuthThings {
  constructor(@InjectModel('Thing', 'auth') readonly model: Model<Thing>) {}
}

@Injectable()
class ClipThings {
  constructor(@InjectModel('Thing', 'clip') readonly model: Model<Thing>) {}
}

@Module({})
class ThingsModule {}

function serviceOf(name: 'auth' | 'clip', repository: Type<AuthThings>, isUnique: boolean) {
  const models = [{ name: 'Thing', schema: new Schema<Thing>({ name: { type: String, unique: isUnique } }) }];
  return defineService({
    name,
    config: z.object({}),
    models,
    module: (platform) => ({
      module: ThingsModule,
      imports: [platform, MongooseModule.forFeature(models, name)],
      providers: [repository],
    }),
  });
}

describe('models of services in one process', () => {
  let running: TestServices;
  beforeAll(async () => {
    running = await startTestServices([
      serviceOf('auth', AuthThings, true),
      serviceOf('clip', ClipThings, false),
    ]);
  });
  afterAll(() => running.stop());

  it('of the same name have their own stores and schemas', async () => {
    const [auth, clip] = [running.get(AuthThings).model, running.get(ClipThings).model];
    await auth.create({ name: 'one' });
    expect([await auth.countDocuments(), await clip.countDocuments()]).toEqual([1, 0]);
    await clip.create([{ name: 'one' }, { name: 'one' }]);
    await expect(auth.create({ name: 'one' })).rejects.toThrow(/duplicate|E11000/);
  });

  it('are on connections that end with the process', async () => {
    const { db } = running.get(AuthThings).model;
    await running.stop();
    expect(db.readyState).toBe(0);
  });
});
