// Runs specs in Jest's process with Node's own imports: each module is loaded once for all specs, while Jest's runner
// loads everything again for each. Specs therefore share modules and globals, and must not leave changes in them.
import './typescript-hooks.mjs';
import './random-seed.mjs';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { addEventHandler, getState, resetState, run, setState } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';
import * as globals from './globals.mjs';

Object.assign(globalThis, globals);

const settleMs = 5;

export default class NativeRunner {
  #config;
  #strayErrors = new StrayErrors();

  constructor(globalConfig) {
    this.#config = globalConfig;
  }

  /** Runs spec files one after the other; to run several at the same time, start several Jest processes. */
  async runTests(tests, _watcher, onStart, onResult, onFailure) {
    for (const test of tests) {
      await onStart(test);
      try {
        await onResult(test, await this.#runFile(test));
      } catch (error) {
        await onFailure(test, { message: error.message, stack: error.stack });
      }
    }
  }

  async #runFile({ path, context: { config } }) {
    resetState();
    const { testNamePattern, testTimeout = 60_000 } = this.#config;
    setState({
      ...getState(),
      testTimeout,
      testNamePattern: testNamePattern ? new RegExp(testNamePattern, 'i') : null,
    });
    addEventHandler(checkSuppressedErrors);
    globals.expect.setState({ testPath: path });
    const start = Date.now();
    await import(pathToFileURL(path).href);
    const { testResults, unhandledErrors } = await run();
    const end = Date.now();
    globals.jest.restoreAllMocks();
    const errors = [...unhandledErrors, ...(await this.#strayErrors.take())];
    if (errors.length > 0) throw new Error(errors.join('\n\n'));
    return fileResult({ path, config, globalConfig: this.#config, start, end }, testResults.map(testResult));
  }
}

/** Collects uncaught errors and unhandled rejections, which come from timers, listeners and promises not awaited. */
class StrayErrors {
  #thrown = [];
  #rejected = new Map();

  constructor() {
    process.on('uncaughtException', (error) => this.#thrown.push(error));
    process.on('unhandledRejection', (reason, promise) => this.#rejected.set(promise, reason));
    process.on('rejectionHandled', (promise) => this.#rejected.delete(promise));
    process.on('exit', () => {
      for (const error of this.#drain()) {
        console.error(`After the last spec: ${error}`);
        process.exitCode = 1;
      }
    });
  }

  /** The errors since the last call, including errors of timers that are due now. */
  async take() {
    await wait(settleMs);
    return this.#drain();
  }

  #drain() {
    const errors = [...this.#thrown.splice(0), ...this.#rejected.values()];
    this.#rejected.clear();
    return errors.map((error) => error?.stack ?? String(error));
  }
}

/** `expect.assertions` and matchers like `expect.soft` report their errors only at the end of a test. */
function checkSuppressedErrors(event) {
  const { expect } = globals;
  if (event.name === 'test_start')
    expect.setState({ currentTestName: nameOf(event.test), suppressedErrors: [] });
  if (event.name !== 'test_done') return;
  const { suppressedErrors } = expect.getState();
  const missed = expect.extractExpectedAssertionsErrors().map(({ error }) => error);
  event.test.errors.push(...suppressedErrors, ...missed);
  expect.setState({ suppressedErrors: [] });
}

function nameOf(test) {
  const names = [test.name];
  for (let block = test.parent; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(' ');
}

/** The result of a test in the format of Jest's reporters. */
function testResult({ testPath, duration, errors, status, invocations, retryReasons }) {
  const [, ...titles] = testPath;
  const state =
    errors.length > 0 ? 'failed' : status === 'skip' ? 'pending' : status === 'todo' ? 'todo' : 'passed';
  return {
    ancestorTitles: titles.slice(0, -1),
    duration,
    failureDetails: [],
    failureMessages: errors,
    fullName: titles.join(' '),
    invocations,
    location: null,
    numPassingAsserts: 0,
    retryReasons,
    status: state,
    title: titles.at(-1),
  };
}

function fileResult({ path, config, globalConfig, start, end }, testResults) {
  const count = (state) => testResults.filter(({ status }) => status === state).length;
  return {
    failureMessage: formatResultsErrors(testResults, config, globalConfig, path),
    leaks: false,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    openHandles: [],
    perfStats: {
      start,
      end,
      runtime: end - start,
      slow: false,
      loadTestEnvironmentStart: start,
      setupAfterEnvEnd: start,
      setupFilesEnd: start,
      loadTestEnvironmentEnd: start,
    },
    skipped: false,
    snapshot: {
      added: 0,
      fileDeleted: false,
      matched: 0,
      unchecked: 0,
      uncheckedKeys: [],
      unmatched: 0,
      updated: 0,
    },
    testExecError: undefined,
    testFilePath: path,
    testResults,
  };
}
