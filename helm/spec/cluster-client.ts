import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '../../tools/servers/server-process.mjs';
import type { KubeObject, Workload } from './objects.ts';
import { root } from './root.ts';

const withinMs = 300_000;

interface Slice {
  readonly metadata: { readonly labels: { readonly 'kubernetes.io/service-name': string } };
  readonly endpoints:
    | readonly {
        readonly conditions: { readonly ready: boolean };
        readonly targetRef: { readonly name: string };
      }[]
    | null;
}

/** What a service offers while it is followed. */
export interface Offer {
  /** The number of ready pods now, and the smallest one since all had their replicas. */
  ready: number;
  fewest: number;
  /** Names of all pods that were ready at some time. */
  readonly pods: Set<string>;
}

/** Helm and kubectl with an administrator's rights in a cluster of tests. */
export class ClusterClient {
  readonly #programs: { readonly helm: string; readonly kubectl: string };
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(
    programs: { readonly helm: string; readonly kubectl: string },
    { folder, kubeconfig }: { readonly folder: string; readonly kubeconfig: string },
  ) {
    this.#programs = programs;
    this.#folder = folder;
    const path = `${dirname(programs.kubectl)}:${process.env['PATH']}`;
    this.#env = { PATH: path, HOME: folder, KUBECONFIG: kubeconfig };
  }

  helm(...args: readonly string[]): Promise<string> {
    return this.#run(this.#programs.helm, args);
  }

  kubectl(...args: readonly string[]): Promise<string> {
    return this.#run(this.#programs.kubectl, args);
  }

  /** Runs a command of a guide. */
  shell(command: string): Promise<string> {
    return this.#run('sh', ['-c', command]);
  }

  #run(program: string, args: readonly string[]): Promise<string> {
    return runProgram(program, args, { cwd: root, env: this.#env, timeout: withinMs });
  }

  /** Objects of a namespace; `what` are arguments for kubectl, at first kinds separated by commas. */
  async get<T>(namespace: string, ...what: readonly string[]): Promise<T[]> {
    const text = await this.kubectl('-n', namespace, 'get', '-o', 'json', ...what);
    return (JSON.parse(text) as { items: T[] }).items;
  }

  /** The path of a file that holds the object. */
  fileOf(object: object): string {
    const path = join(this.#folder, 'object.json');
    writeFileSync(path, JSON.stringify(object));
    return path;
  }

  apply(...items: readonly object[]): Promise<string> {
    const list = { apiVersion: 'v1', kind: 'List', items };
    return this.kubectl('apply', '--server-side', '--filename', this.fileOf(list));
  }

  /** Waits until a check passes; fails after some minutes. */
  async until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!(await isTrue())) {
      if (performance.now() > deadline) throw new Error(`Not true after ${withinMs} ms: ${String(isTrue)}`);
      await wait(300);
    }
  }

  /**
   * Follows during an action what each service of a namespace offers, by the service's name. It starts when the
   * deployments have their replicas.
   */
  async servicesDuring(
    namespace: string,
    deployments: readonly KubeObject<Workload>[],
    action: (offers: ReadonlyMap<string, Offer>) => Promise<void>,
  ): Promise<ReadonlyMap<string, Offer>> {
    const args = ['-n', namespace, 'get', 'endpointslices', '--watch', '-o', 'jsonpath={@}{"\\n"}'];
    const child = spawn(this.#programs.kubectl, args, { cwd: root, env: this.#env });
    const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    const offers = new Map<string, Offer>();
    createInterface({ input: child.stdout }).on('line', (line) => note(JSON.parse(line) as Slice, offers));
    try {
      await this.until(() =>
        deployments.every(({ metadata, spec }) => offers.get(metadata.name)?.ready === spec.replicas),
      );
      for (const offer of offers.values()) offer.fewest = offer.ready;
      await action(offers);
      if (child.exitCode !== null) throw new Error('kubectl stopped following.');
    } finally {
      child.kill();
      await ended;
    }
    return offers;
  }
}

/** A service has one slice, because it has fewer than 100 pods. */
function note({ metadata, endpoints }: Slice, offers: Map<string, Offer>) {
  const pods = (endpoints ?? []).filter(({ conditions }) => conditions.ready);
  const service = metadata.labels['kubernetes.io/service-name'];
  const offer = offers.get(service) ?? { ready: 0, fewest: Infinity, pods: new Set() };
  offers.set(service, offer);
  offer.ready = pods.length;
  offer.fewest = Math.min(offer.fewest, pods.length);
  for (const { targetRef } of pods) offer.pods.add(targetRef.name);
}
