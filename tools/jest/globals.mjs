// Replaces `@jest/globals` when Node itself runs the specs.
import { jestExpect as expect } from '@jest/expect';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  getState,
  it,
  setState,
  test,
} from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);

/** The functions of `jest` that need no module registry. */
const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  setTimeout(testTimeout) {
    setState({ ...getState(), testTimeout });
  },
};

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
