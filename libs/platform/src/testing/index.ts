export { fakeService } from './fake-service.ts';
export { relayServices } from './relay-services.fixture.ts';
export {
  startTestService,
  startTestServices,
  testEnvironment,
  type TestServices,
} from './start-test-service.ts';
